//! The first reading: it settles which areas there are, what is compared by content, and what that is.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::area::Area;
use super::asked::Settings;
use super::content;
use super::kept;
use super::plan;
use super::reading::{At, Note, Reading};
use super::shown::os;
use super::unwatched::Unwatched;
use super::walk::{Most, Tally, walk};
use crate::host::Host;
use crate::host::clock::Clock;
use crate::host::files::{Dir, Kind, Look, Sum, Trouble};
use crate::host::git::{Answer, Git};
use crate::host::place::Repository;

/// What is staged, in the git folder of a worktree.
pub(super) const INDEX: &str = "index";
/// Programs that git starts; a pipe among them is none that git reads.
const HOOKS: &[u8] = b"hooks";
/// What git reads of a working tree as it lists its files.
const READ_BY_GIT: [&[u8]; 2] = [b".gitignore", b".gitattributes"];

/// A reading to compare another one with.
#[derive(Debug, Clone)]
pub(super) struct First {
    pub(super) areas: Vec<Area>,
    pub(super) reading: Reading,
    /// When it began, in nanoseconds since 1970.
    pub(super) begun: i64,
    /// What the system said of the index.
    pub(super) index: Option<Look>,
    /// The sum of what is staged.
    pub(super) staged: Sum,
}

/// Takes the first reading. Nothing is asked of git before all that it would read was looked at.
pub(super) fn take(
    host: &Host,
    place: &Repository,
    leave_out: &[PathBuf],
    most: Most,
) -> Result<First, Unwatched> {
    let begun = Clock::of_files();
    let mut tally = Tally::within(most);
    let mut reading = Reading::default();
    let mut areas = plan::known(place, leave_out);
    for area in &areas {
        let top = walk(area, &mut reading, &mut tally)?;
        reading.tops.push(top);
    }
    content::within(&reading, &content::wanted(&areas, &reading))?;
    no_pipes(&areas, &reading)?;
    let git = Git::at(&host.env, &place.root);
    let index = index(place);
    let (staged, listed) = kept::staged(&git)?;
    let settings = settings(&git, place, &areas, &reading)?;
    let led_to = plan::settings(&host.env, &settings.files, &settings.hooks);
    let mut followed =
        Followed { areas: &mut areas, reading: &mut reading, tally: &mut tally, seen: BTreeSet::new() };
    followed.all(led_to)?;
    mark(&git, &listed, &mut reading)?;
    let wanted = content::wanted(&areas, &reading);
    content::within(&reading, &wanted)?;
    content::read(&mut reading, &wanted);
    let unsteady =
        wanted.iter().find(|(_, at)| reading.entry(*at).is_some_and(|one| one.note == Note::Unsteady));
    if let Some((area, at)) = unsteady {
        return Err(Unwatched::Unsteady { at: area.shown(&reading.path(*at)) });
    }
    Clock::pass(reading.youngest);
    Ok(First { areas, reading, begun, index, staged })
}

/// What the system says of the index now.
pub(super) fn index(place: &Repository) -> Option<Look> {
    Dir::open(&place.git_dir).and_then(|dir| dir.look_at(OsStr::new(INDEX))).ok()
}

fn mark(git: &Git<'_>, listed: &Answer, reading: &mut Reading) -> Result<(), Unwatched> {
    let Some(top) = reading.tops.first().copied().flatten() else { return Ok(()) };
    kept::mark(git, listed, reading, top)
}

/// Refuses a pipe or a device where git would wait for it.
fn no_pipes(areas: &[Area], reading: &Reading) -> Result<(), Unwatched> {
    for (area, span) in content::spans(areas, reading) {
        let special = |at: &At| reading.entry(*at).is_some_and(|entry| entry.kind == Kind::Other);
        for at in span.filter(special) {
            let path = reading.path(at);
            let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
            let waits = if area.is_tree() {
                READ_BY_GIT.contains(&name)
            } else {
                !path.split(|byte| *byte == b'/').any(|name| name == HOOKS)
            };
            if waits {
                return Err(Unwatched::Unreadable { at: area.shown(&path), trouble: Trouble::NotRegular });
            }
        }
    }
    Ok(())
}

/// What the settings of the repository and of its submodules lead to.
fn settings(
    git: &Git<'_>,
    place: &Repository,
    areas: &[Area],
    reading: &Reading,
) -> Result<Settings, Unwatched> {
    let mut settings = Settings::of(git, place)?;
    for (area, span) in content::spans(areas, reading).into_iter().filter(|(area, _)| !area.is_tree()) {
        for at in span {
            let is_config = |name: &[u8]| name == b"config" || name == b"config.worktree";
            let entry =
                reading.entry(at).filter(|entry| is_config(reading.name(entry)) && entry.kind == Kind::File);
            let path = entry.map(|_| reading.path(at)).filter(|path| path.starts_with(b"modules/"));
            if let Some(path) = path {
                settings.of_file(git, &area.path.join(os(&path)))?;
            }
        }
    }
    Ok(settings)
}

/// The places that links, hooks folders and settings lead to, each watched once.
struct Followed<'a> {
    areas: &'a mut Vec<Area>,
    reading: &'a mut Reading,
    tally: &'a mut Tally,
    seen: BTreeSet<PathBuf>,
}

impl Followed<'_> {
    /// Follows every link of git's folders, then `led_to`, then what those hold.
    fn all(&mut self, led_to: Vec<(String, PathBuf)>) -> Result<(), Unwatched> {
        let mut waiting: VecDeque<(String, PathBuf)> = self.links(0).into_iter().chain(led_to).collect();
        while let Some((label, path)) = waiting.pop_front() {
            let resolved = std::fs::canonicalize(&path).ok();
            if !self.seen.insert(resolved.clone().unwrap_or_else(|| path.clone())) {
                continue;
            }
            // What leads nowhere is watched until it does.
            if let Some((area, at)) = resolved.and_then(|resolved| self.covered(&resolved)) {
                waiting.extend(self.links_of(area, at));
                continue;
            }
            let area = Area::led_to(label, path);
            let top = walk(&area, self.reading, self.tally)?;
            self.reading.tops.push(top);
            self.areas.push(area);
            waiting.extend(self.links(self.areas.len().saturating_sub(1)));
        }
        Ok(())
    }

    /// The links in the areas from `first` on, the working tree and other worktrees apart.
    fn links(&self, first: usize) -> Vec<(String, PathBuf)> {
        let spans = content::spans(self.areas, self.reading);
        let from = self.reading.tops.iter().skip(first).find_map(|top| *top).unwrap_or(At::MAX);
        let followed = |area: &Area| !area.is_tree() && (area.bound.is_none() || area.follow);
        let spans = spans.into_iter().filter(|(area, span)| span.start >= from && followed(area));
        spans
            .flat_map(|(area, span)| span.filter_map(move |at| self.link(area, at)).collect::<Vec<_>>())
            .collect()
    }

    /// The links that stand in a folder which is watched anyway, such as one of hooks in the working tree.
    fn links_of(&self, area: usize, at: At) -> Vec<(String, PathBuf)> {
        let Some(area) = self.areas.get(area) else { return Vec::new() };
        self.reading.children(at).filter_map(|at| self.link(area, at)).collect()
    }

    fn link(&self, area: &Area, at: At) -> Option<(String, PathBuf)> {
        self.reading.entry(at).filter(|entry| entry.kind == Kind::Link)?;
        let path = self.reading.path(at);
        let base = if area.follow { std::fs::canonicalize(&area.path).ok()? } else { area.path.clone() };
        Some((format!("(what {} leads to)", area.shown(&path)), base.join(os(&path))))
    }

    /// Where a path is watched already.
    fn covered(&self, path: &Path) -> Option<(usize, At)> {
        let areas = self.areas.iter().zip(&self.reading.tops).enumerate();
        areas.filter(|(_, (area, _))| area.bound.is_none()).find_map(|(number, (area, top))| {
            let below = path.strip_prefix(&area.path).ok()?;
            let bytes = below.as_os_str().as_encoded_bytes();
            Some((number, self.reading.find((*top)?, bytes)?))
        })
    }
}
