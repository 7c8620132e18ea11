//! The one way in which detection reads: bounded, never through a link, and each refusal remembered.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::document::{self, Node};
use super::facts::Skipped;
use crate::host::files::{Dir, Kind, Trouble};

/// The largest file that is read, in bytes.
const FILE: u64 = 1024 * 1024;
/// How many bytes are read in all.
const TOTAL: u64 = 16 * 1024 * 1024;
/// How many files are opened in all.
const FILES: usize = 600;
/// How many names of a folder are looked at.
const NAMES: usize = 5_000;
/// How long reading and judging may take in all.
const TIME: Duration = Duration::from_secs(20);
/// How many things are listed as skipped.
const SKIPPED: usize = 200;

/// What stands for a name that is not repeated.
const UNNAMED: &str = "(a name that is not plain)";

/// A repository's files, as detection sees them.
pub(super) struct Ground<'a> {
    dir: &'a Dir,
    skipped: RefCell<BTreeSet<Skipped>>,
    texts: RefCell<BTreeMap<String, Option<Rc<str>>>>,
    documents: RefCell<BTreeMap<String, Option<Rc<Node>>>>,
    names: RefCell<BTreeMap<String, Rc<BTreeMap<String, Kind>>>>,
    read: Cell<u64>,
    begun: Instant,
    /// What each toolchain is managed by around this folder.
    managers: Vec<(String, String)>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(dir: &'a Dir) -> Self {
        Self {
            dir,
            skipped: RefCell::default(),
            texts: RefCell::default(),
            documents: RefCell::default(),
            names: RefCell::default(),
            read: Cell::new(0),
            begun: Instant::now(),
            managers: Vec::new(),
        }
    }

    /// A folder below `outer`, read within the same bounds; `managers` are those of the toolchains around it.
    pub(super) fn below(dir: &'a Dir, outer: &Ground<'_>, managers: Vec<(String, String)>) -> Self {
        Self { managers, read: Cell::new(outer.read.get()), begun: outer.begun, ..Self::new(dir) }
    }

    /// Whether the time for looking is over, which is then said.
    pub(super) fn is_late(&self) -> bool {
        let late = self.begun.elapsed() > TIME;
        if late {
            self.skip(".", "the time for looking was over before all of it was read");
        }
        late
    }

    /// Counts what was read in a folder below.
    pub(super) fn spent(&self, below: &Ground<'_>) {
        self.read.set(below.read.get());
    }

    /// The package manager of a toolchain around this folder.
    pub(super) fn manager_around(&self, of: &str) -> Option<&str> {
        self.managers.iter().find(|(known, _)| known == of).map(|(_, manager)| manager.as_str())
    }

    /// Says that something was left alone. What is no plain path is not repeated.
    pub(super) fn skip(&self, path: &str, why: impl Into<String>) {
        let mut skipped = self.skipped.borrow_mut();
        if skipped.len() < SKIPPED {
            let path = if super::grammar::is_path(path) { path } else { UNNAMED };
            skipped.insert(Skipped { path: path.to_owned(), why: why.into() });
        }
    }

    /// Says that a file or folder was left alone for its name, which is not repeated.
    pub(super) fn skip_unnamed(&self) {
        self.skip(UNNAMED, "its name is not plain");
    }

    /// Everything that was left alone, sorted.
    pub(super) fn skipped(&self) -> Vec<Skipped> {
        self.skipped.borrow().iter().cloned().collect()
    }

    /// The text of a file; `None` where there is none or where it is not read, which is then said.
    pub(super) fn text(&self, path: &str) -> Option<Rc<str>> {
        if let Some(known) = self.texts.borrow().get(path) {
            return known.clone();
        }
        let text = self.fresh(path);
        self.texts.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    fn fresh(&self, path: &str) -> Option<Rc<str>> {
        if path.rsplit_once('/').is_none() && !self.has(path) {
            return None;
        }
        if self.is_late() {
            return None;
        }
        if self.read.get() >= TOTAL || self.texts.borrow().len() >= FILES {
            self.skip(path, "enough was read before it");
            return None;
        }
        match self.dir.read_text(path, FILE) {
            Ok(text) => {
                self.read.set(self.read.get().saturating_add(text.len() as u64));
                Some(text.into())
            }
            Err(Trouble::Absent | Trouble::NotDirectory) => None,
            Err(trouble) => {
                self.skip(path, why(trouble));
                None
            }
        }
    }

    /// A document, by the ending of its name.
    pub(super) fn document(&self, path: &str) -> Option<Rc<Node>> {
        if let Some(known) = self.documents.borrow().get(path) {
            return known.clone();
        }
        let node = self.text(path).and_then(|text| match document::parse(path, &text) {
            Ok(node) => Some(Rc::new(node)),
            Err(broken) => {
                self.skip(path, broken.why());
                None
            }
        });
        self.documents.borrow_mut().insert(path.to_owned(), node.clone());
        node
    }

    /// What stands at a path.
    pub(super) fn kind(&self, path: &str) -> Option<Kind> {
        match path.rsplit_once('/') {
            None if path == "." => Some(Kind::Folder),
            None => self.names(".").get(path).copied(),
            // Below a folder that is not there nothing is looked for.
            Some(_) if self.lacks(path.split('/').next()?) => None,
            Some(_) => self.dir.kind(path).ok().flatten(),
        }
    }

    /// Whether the root surely holds no such name.
    fn lacks(&self, name: &str) -> bool {
        let names = self.names(".");
        names.len() < NAMES && name != ".." && !names.contains_key(name)
    }

    /// Whether a plain file stands at a path.
    pub(super) fn has(&self, path: &str) -> bool {
        match self.kind(path) {
            Some(Kind::File) => true,
            Some(Kind::Link) => {
                self.skip(path, why(Trouble::Link));
                false
            }
            Some(Kind::Other) => {
                self.skip(path, why(Trouble::NotRegular));
                false
            }
            Some(Kind::Folder) | None => false,
        }
    }

    /// Whether a folder stands at a path.
    pub(super) fn is_folder(&self, path: &str) -> bool {
        self.kind(path) == Some(Kind::Folder)
    }

    /// The names in a folder with what they name, sorted; names that are no UTF-8 are left out.
    pub(super) fn names(&self, path: &str) -> Rc<BTreeMap<String, Kind>> {
        if let Some(known) = self.names.borrow().get(path) {
            return Rc::clone(known);
        }
        let mut names = BTreeMap::new();
        let rel = if path == "." { "" } else { path };
        if let Ok(stream) = self.dir.stream(rel) {
            for (at, entry) in stream.filter_map(Result::ok).enumerate() {
                if at >= NAMES {
                    self.skip(path, "the folder holds too many names");
                    break;
                }
                if let Some(name) = OsStr::to_str(&entry.name) {
                    names.insert(name.to_owned(), entry.kind);
                }
            }
        }
        let names = Rc::new(names);
        self.names.borrow_mut().insert(path.to_owned(), Rc::clone(&names));
        names
    }
}

fn why(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Link | Trouble::Outside => "it is a link, which is not followed",
        Trouble::NotRegular | Trouble::NotDirectory => "it is no plain file",
        Trouble::TooLarge { .. } => "it is larger than 1 MiB",
        Trouble::NotUtf8 => "it is no UTF-8",
        Trouble::Denied => "it may not be read",
        _ => "it could not be read",
    }
}

/// `path` below `dir`, both relative to the root and `/`-separated; `None` when it leaves the root.
pub(super) fn join(dir: &str, path: &str) -> Option<String> {
    if path.starts_with('/') || path.starts_with('~') {
        return None;
    }
    let mut levels: Vec<&str> = Vec::new();
    for level in dir.split('/').chain(path.split('/')) {
        match level {
            "" | "." => {}
            ".." => {
                levels.pop()?;
            }
            level => levels.push(level),
        }
    }
    Some(if levels.is_empty() { ".".to_owned() } else { levels.join("/") })
}

/// What follows the last dot of a path.
pub(super) fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

#[cfg(test)]
mod tests {
    use super::{Ground, TIME, join};
    use crate::host::files::Dir;

    #[test]
    fn nothing_is_read_when_the_time_is_over() {
        let tree = crate::routine::detect::cases::written(&[("a".to_owned(), "x".to_owned())].into());
        let dir = Dir::open(tree.path()).unwrap();
        let mut ground = Ground::new(&dir);
        assert_eq!((ground.text("a").as_deref(), ground.skipped().len()), (Some("x"), 0));
        ground = Ground::new(&dir);
        ground.begun = ground.begun.checked_sub(TIME * 2).unwrap();
        assert_eq!(ground.text("a"), None);
        assert!(ground.skipped().iter().any(|one| one.why.contains("the time for looking was over")));
    }

    #[test]
    fn a_path_stays_below_the_root() {
        assert_eq!(join(".", "a/./b").as_deref(), Some("a/b"));
        assert_eq!(join("a/b", "../c").as_deref(), Some("a/c"));
        assert_eq!(join("a", "..").as_deref(), Some("."));
        assert_eq!(join("a", "../.."), None);
        assert_eq!(join("a", "/etc"), None);
    }
}
