//! The guard of a cut: no code of the last release may be lost or mean something else.
//!
//! Held is what is committed, since that is what a tag on `HEAD` releases: the ledger in the tree of the
//! release before it against the ledger in its own tree. The working tree and the running binary are only
//! compared, so that a difference is said.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::compare::broken;
pub use super::compare::{Broken, Kind};
use super::ledger::{CAP, Ledger, PLACE};
use super::tags::{Release, answer, newest_before};
use super::templates::{self, Altered, Ledger as Templates};
use crate::host::Host;
use crate::host::git::Git;
use crate::host::place::Repository;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;

/// What the guard found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Verdict {
    /// The release that the cut was held against; null where there was nothing to hold.
    pub release: Option<String>,
    /// How many of its codes were held.
    pub held: usize,
    /// What the cut breaks.
    pub broken: Vec<Broken>,
    /// The template versions of the release that the cut lost or changed.
    pub templates: Vec<Altered>,
    /// What a reader should know beside the answer.
    pub notes: Vec<String>,
}

/// Holds the cut that `HEAD` is against the release before it.
pub fn guard(host: &Host, repository: &Repository) -> Result<Verdict, Stop> {
    let git = Git::at(&host.env, &repository.root);
    if answer(git, ["rev-parse", "--is-shallow-repository"])?.text().trim() == "true" {
        return Err(Refusal::new(code::RELEASE_SHALLOW).into());
    }
    let head = head(git)?;
    let release = newest_before(git, &head)?;
    let codes = |commit: &str, name: &str| committed(git, commit, name, CODES);
    let now = codes(&head, "HEAD")?;
    let was = match &release {
        Some(release) => codes(&release.commit, &release.tag)?,
        None => None,
    };
    let templates =
        release.as_ref().map_or_else(|| Ok(Vec::new()), |release| altered(git, &head, release))?;
    let notes = notes(repository, now.as_ref());
    let mut verdict = match (release, was) {
        (None, _) => nothing("no release tag stands before this commit: there was nothing to hold", notes),
        (Some(release), None) => nothing(
            &format!("the tree of {} has no ledger of codes: there was nothing to hold", release.tag),
            notes,
        ),
        (Some(release), Some(was)) => Verdict {
            release: Some(release.tag),
            held: was.codes.len(),
            broken: broken(&was, &now.unwrap_or_else(empty)),
            templates: Vec::new(),
            notes,
        },
    };
    verdict.templates = templates;
    Ok(verdict)
}

fn nothing(why: &str, mut notes: Vec<String>) -> Verdict {
    notes.insert(0, why.to_owned());
    Verdict { release: None, held: 0, broken: Vec::new(), templates: Vec::new(), notes }
}

fn empty() -> Ledger {
    Ledger { schema_version: 1, codes: Vec::new() }
}

fn head(git: Git<'_>) -> Result<String, Stop> {
    let found = git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
    let found = found.map_err(|trouble| Fault::new(trouble.to_string()))?;
    if found.ok() {
        return Ok(found.text().trim().to_owned());
    }
    Err(Refusal::new(code::RELEASE_NO_COMMIT).into())
}

/// A ledger: where it stands, what messages call it, and how it is read.
struct Kept<L> {
    place: &'static str,
    what: &'static str,
    read: fn(&[u8]) -> Result<L, String>,
}

const CODES: Kept<Ledger> = Kept {
    place: PLACE,
    what: "the ledger of codes",
    read: |bytes| Ledger::read(bytes).map_err(|why| why.to_string()),
};

const TEMPLATES: Kept<Templates> = Kept {
    place: templates::PLACE,
    what: "the ledger of templates",
    read: |bytes| Templates::read(bytes).map_err(ToOwned::to_owned),
};

/// The template versions of a release that `head` does not keep.
fn altered(git: Git<'_>, head: &str, release: &Release) -> Result<Vec<Altered>, Stop> {
    let Some(was) = committed(git, &release.commit, &release.tag, TEMPLATES)? else { return Ok(Vec::new()) };
    let now = committed(git, head, "HEAD", TEMPLATES)?;
    Ok(was.altered(&now.unwrap_or(Templates { schema_version: 1, templates: Vec::new() })))
}

/// The ledger in the tree of `commit`, which messages call `name`.
fn committed<L>(git: Git<'_>, commit: &str, name: &str, kept: Kept<L>) -> Result<Option<L>, Stop> {
    let listed = answer(git, ["ls-tree", "--full-tree", "-l", "-z", commit, "--", kept.place])?;
    let listed = listed.text();
    let Some(entry) = listed.split('\0').find(|entry| !entry.is_empty()) else { return Ok(None) };
    let mut columns = entry.split_whitespace();
    let fault = |what: &str| Stop::from(Fault::new(format!("{} at {name} {what}", kept.what)));
    let (mode, id, size) = (columns.next(), columns.nth(1), columns.next());
    let (Some("100644" | "100755"), Some(id)) = (mode, id) else { return Err(fault("is no plain file")) };
    let size = size.and_then(|size| size.parse::<u64>().ok());
    if size.is_none_or(|size| size > CAP) {
        return Err(fault(&format!("is not there in full, or is larger than {CAP} bytes")));
    }
    let bytes = answer(git, ["cat-file", "blob", id])?.stdout;
    (kept.read)(&bytes).map(Some).map_err(|why| fault(&why))
}

/// How the ledger of the cut differs from the working tree's and from this abcd's own.
fn notes(repository: &Repository, now: Option<&Ledger>) -> Vec<String> {
    let mut notes = Vec::new();
    let Some(now) = now else {
        notes.push("this commit has no ledger of codes, so the next release can hold nothing".to_owned());
        return notes;
    };
    let here = repository.open().and_then(|root| root.read(Path::new(PLACE), CAP));
    if here.ok().and_then(|bytes| Ledger::read(&bytes).ok()).as_ref() != Some(now) {
        notes.push("the ledger in the working tree differs; the committed one was held".to_owned());
    }
    if *now != Ledger::of_registry() {
        notes.push("the ledger differs from the codes that this abcd registers".to_owned());
    }
    notes
}
