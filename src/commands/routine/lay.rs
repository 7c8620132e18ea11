//! What `routine render` and `routine interview` do alike: choose a routine, look at the repository, make the
//! files, lay them down.

use super::at::At;
use crate::host::Host;
use crate::host::lock::FolderLock;
use crate::person::Allowed;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::routine::audit::lacking;
use crate::routine::detect::{Found, History, Wants};
use crate::routine::manifest::{ROUTINES, Repository, is_name};
use crate::routine::record::difference::{conflict_at, merged};
use crate::routine::record::laid::{self, Laid};
use crate::routine::record::layers::Layers;
use crate::routine::record::make::{self, Made, PROMPT, Parts, RECORD, SCHEDULE};
use crate::routine::record::standing::{Finding, Standing, own, unknown_archetype, unknown_version};
use crate::routine::record::terms::{look, recorded};
use crate::routine::record::update::{self, open_conflict};
use crate::routine::render::{Edition, Known};

/// The archetype of a routine that nobody named one for.
const FIRST: &str = "bug-hunt";

/// The routine that a call is about.
pub(super) struct Chosen<'a> {
    /// Its name.
    pub(super) name: String,
    /// What stands under it.
    pub(super) laid: Option<Laid>,
    /// What it is rendered from.
    pub(super) edition: Edition<'a>,
}

/// What the repository says, as far as the routine needs it.
pub(super) struct Seen {
    /// Everything that was found.
    pub(super) found: Found,
    /// How far the person lets it merge.
    pub(super) allowed: Allowed,
    /// Which repository it is.
    pub(super) repository: Repository,
    known: Known,
}

impl<'a> Chosen<'a> {
    /// The routine of that name, archetype and template version, as far as they are given.
    pub(super) fn of(
        at: &'a At,
        name: Option<&str>,
        archetype: Option<&str>,
        version: Option<i64>,
    ) -> Result<Self, Stop> {
        let editions = &at.terms.editions;
        let named = name.or(archetype).unwrap_or(FIRST);
        if name.is_none() && editions.latest(named).is_none() {
            return Err(unknown_archetype(editions));
        }
        if !is_name(named) {
            return Err(Refusal::new(code::ROUTINE_BAD_NAME).into());
        }
        let laid = laid::read(&at.root, named)?;
        let there = laid.as_ref().map(|laid| laid.record.archetype.as_str());
        let archetype = archetype.or(there).unwrap_or(FIRST);
        let latest = editions.latest(archetype).ok_or_else(|| unknown_archetype(editions))?;
        if there.is_some_and(|there| there != archetype) {
            return Err(Refusal::new(code::ROUTINE_OTHER_ARCHETYPE).fact("archetype", &there).into());
        }
        let asked = |version: i64| {
            let at = u32::try_from(version).ok().and_then(|version| editions.at(archetype, version));
            at.ok_or_else(|| unknown_version(latest))
        };
        let edition = version.map_or(Ok(latest), asked)?;
        Ok(Self { name: named.to_owned(), laid, edition })
    }
}

impl Seen {
    /// Looks.
    pub(super) fn of(at: &At, chosen: &Chosen<'_>, host: &Host) -> Result<Self, Stop> {
        let file = format!("{ROUTINES}/{}/{PROMPT}", chosen.name);
        let laid = chosen.laid.as_ref();
        // What is recorded of the first commit stays.
        let rooted = laid.is_some_and(|laid| laid.record.repository.root.is_some());
        let history = if rooted { History::Unasked } else { History::Root };
        let found = look(&at.place, host, Wants { history, files: std::slice::from_ref(&file) })?;
        let mut known = Known::of(&found.facts).plain();
        if let Some(laid) = laid {
            known = known.named_as(&laid.record.facts);
        }
        let repository = recorded(laid, &found.facts);
        let allowed = at.terms.allowed(&found.facts);
        Ok(Self { found, allowed, repository, known })
    }

    /// The files of the routine under these answers.
    pub(super) fn made(&self, chosen: &Chosen<'_>, layers: &Layers<'_>) -> Result<Made, Stop> {
        make::make(Parts {
            edition: chosen.edition,
            name: &chosen.name,
            layers,
            allowed: &self.allowed,
            known: &self.known,
            repository: &self.repository,
        })
    }

    /// Refuses a routine that git would ignore.
    pub(super) fn committable(&self, at: &At, name: &str) -> Result<(), Stop> {
        if !self.found.ignored.is_empty() && laid::has_home(&at.root)? {
            let folder = format!("{ROUTINES}/{name}");
            return Err(Refusal::new(code::ROUTINE_IGNORED_PATH).at(folder).into());
        }
        Ok(())
    }

    /// Takes the lock without which nothing is laid.
    pub(super) fn lock(&self, at: &At, name: &str, host: &Host) -> Result<FolderLock, Stop> {
        self.committable(at, name)?;
        laid::lock(&at.root, host)
    }

    /// The routine with what was edited by hand in the one that stands there, which may have changed since
    /// the answers were read. Nothing is written.
    pub(super) fn settled(at: &At, mut made: Made, approve: bool) -> Result<Made, Stop> {
        if let Some(laid) = laid::read(&at.root, &made.record.name)? {
            let added = update::added(&laid, &made);
            if !added.is_empty() && !approve {
                return Err(Refusal::new(code::ROUTINE_NEW_POWER).fact("added", &added).into());
            }
            let standing = own(&at.terms.editions, &laid)?;
            let folder = format!("{ROUTINES}/{}", made.record.name);
            made = kept(&laid, &standing, made).map_err(|refusal| refusal.at(folder))?;
        }
        Ok(made)
    }

    /// Lays the routine into the repository; gives the files that are new.
    pub(super) fn lay(at: &At, made: &Made, lock: &FolderLock) -> Result<Vec<String>, Stop> {
        let new = laid::lay(&at.root, made, lock)?;
        let files = if new { &[PROMPT, SCHEDULE, RECORD][..] } else { &[] };
        Ok(files.iter().map(|file| format!("{ROUTINES}/{}/{file}", made.record.name)).collect())
    }
}

/// The new routine with what was edited by hand in the old one.
fn kept(laid: &Laid, standing: &Standing<'_>, made: Made) -> Result<Made, Box<Refusal>> {
    if standing.findings.contains(&Finding::RecordEdited) {
        return Err(Box::new(Refusal::new(code::ROUTINE_RECORD_EDITED)));
    }
    let base = standing.base.as_deref().ok_or_else(|| Refusal::new(code::ROUTINE_TEMPLATE_ALTERED))?;
    let text = merged(base, &laid.prompt, &made.rendered.prompt);
    let text = text.ok_or_else(|| Refusal::new(code::ROUTINE_CONFLICT))?;
    if let Some(line) = conflict_at(&text) {
        return Err(Box::new(open_conflict(line)));
    }
    if text != made.rendered.prompt && !lacking(&text, &made.rendered.invariants).is_empty() {
        return Err(Box::new(Refusal::new(code::ROUTINE_INVARIANTS_MISSING)));
    }
    Ok(made.with_prompt(text))
}
