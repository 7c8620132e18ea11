//! A release and the one before it, as git knows them: two commits, their trees, and what lies between.

use std::collections::{BTreeMap, BTreeSet};

use crate::host::Host;
use crate::host::git::{Answer, Git};
use crate::host::place::Repository;
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::release::tags::{Release, answer, newest_before, newest_of};
use crate::tables::check::is_release_tag;

/// How many known tags a refusal lists.
const LISTED: usize = 20;
/// The largest record that is read, in bytes.
const RECORD_CAP: u64 = 1024 * 1024;

/// A release and what came before it.
#[derive(Debug)]
pub(super) struct Range<'a> {
    git: Git<'a>,
    /// The release that is looked back on.
    pub(super) release: Release,
    /// When its commit was made, in seconds since 1970.
    pub(super) made: i64,
    /// The release before it, where there is one, and when its commit was made.
    pub(super) before: Option<(Release, i64)>,
}

/// The plain files of a tree below some folders: their ids by their paths.
pub(super) type Tree = BTreeMap<String, String>;

impl<'a> Range<'a> {
    /// The range that `tag` ends.
    pub(super) fn of(host: &'a Host, repository: &'a Repository, tag: &str) -> Result<Self, Stop> {
        let git = Git::at(&host.env, &repository.root);
        if answer(git, ["rev-parse", "--is-shallow-repository"])?.text().trim() == "true" {
            return Err(Refusal::new(code::REFLECT_SHALLOW).into());
        }
        let not =
            |code| -> Result<Stop, Stop> { Ok(Refusal::new(code).allowed(newest_of(git, LISTED)?).into()) };
        if !is_release_tag(tag) {
            return Err(not(code::REFLECT_NOT_A_TAG)?);
        }
        if !asked(git, &["show-ref", "--verify", "--quiet", &format!("refs/tags/{tag}")])?.ok() {
            let branch = asked(git, &["show-ref", "--verify", "--quiet", &format!("refs/heads/{tag}")])?.ok();
            return Err(not(if branch { code::REFLECT_NOT_A_TAG } else { code::REFLECT_UNKNOWN_TAG })?);
        }
        let marked =
            asked(git, &["rev-parse", "--verify", "--quiet", &format!("refs/tags/{tag}^{{commit}}")])?;
        if !marked.ok() {
            return Err(not(code::REFLECT_NOT_A_TAG)?);
        }
        let commit = marked.text().trim().to_owned();
        let before = newest_before(git, &commit)?;
        let before = before.map(|before| Ok::<_, Stop>((made(git, &before.commit)?, before))).transpose()?;
        let before = before.map(|(made, before)| (before, made));
        Ok(Self { git, made: made(git, &commit)?, release: Release { tag: tag.to_owned(), commit }, before })
    }

    /// How many commits the release brought.
    pub(super) fn commits(&self) -> Result<u64, Stop> {
        let counted =
            answer(self.git, ["rev-list", "--count"].map(str::to_owned).into_iter().chain(self.span()))?;
        counted.text().trim().parse().map_err(|_| Fault::new("git counted no commits").into())
    }

    /// The plain files of the release below `folders`, and those of the release before it.
    pub(super) fn trees(&self, folders: &[String]) -> Result<(Tree, Tree), Stop> {
        let before = self.before.as_ref().map(|(before, _)| tree(self.git, &before.commit, folders));
        Ok((tree(self.git, &self.release.commit, folders)?, before.transpose()?.unwrap_or_default()))
    }

    /// What git keeps under these ids, in their order, as text; none for what is no text or too large.
    pub(super) fn texts(&self, ids: &[&String]) -> Result<Vec<Option<String>>, Stop> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let wanted = ids.iter().map(|id| id.as_str()).collect::<Vec<_>>().join("\n") + "\n";
        let broken = || Stop::from(Fault::new("git could not read the record of the release"));
        let told = self.git.run_with(["cat-file", "--batch"], wanted.into_bytes());
        let told = told.map_err(|trouble| Fault::new(trouble.to_string()))?;
        let mut rest = told.stdout.as_slice();
        let mut texts = Vec::new();
        for _ in ids {
            let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(broken)?;
            let (head, after) = rest.split_at(end);
            let size = std::str::from_utf8(head)
                .ok()
                .and_then(|head| head.rsplit(' ').next()?.parse::<usize>().ok());
            let size = size.ok_or_else(broken)?;
            let bytes = after.get(1..size.saturating_add(1)).ok_or_else(broken)?;
            let small = u64::try_from(size).unwrap_or(u64::MAX) <= RECORD_CAP;
            texts.push(std::str::from_utf8(bytes).ok().filter(|_| small).map(str::to_owned));
            rest = after.get(size.saturating_add(2)..).ok_or_else(broken)?;
        }
        Ok(texts)
    }

    /// Which commit of the first-parent history brought each of the files below `folder`, the latest where several
    /// did.
    pub(super) fn brought(&self, folder: &str) -> Result<BTreeMap<String, String>, Stop> {
        let listed = ["rev-list", "--first-parent", "--parents"].map(str::to_owned);
        let listed = answer(self.git, listed.into_iter().chain(self.span()))?;
        let firsts = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let pairs: String = listed.text().lines().map(|line| firsts(line) + "\n").collect();
        let how = ["diff-tree", "--stdin", "--root", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff"];
        let how = how.into_iter().chain(["--no-textconv", "--diff-filter=A", "--", folder]);
        let told =
            self.git.run_with(how, pairs.into_bytes()).map_err(|trouble| Fault::new(trouble.to_string()))?;
        let mut brought = BTreeMap::new();
        let mut commit = String::new();
        let mut fields = told.fields();
        while let Some(field) = fields.next() {
            if field.starts_with(b":") {
                let path = String::from_utf8_lossy(fields.next().unwrap_or_default()).into_owned();
                // The newest commit comes first.
                brought.entry(path).or_insert_with(|| commit.clone());
            } else {
                commit = String::from_utf8_lossy(field).into_owned();
            }
        }
        Ok(brought)
    }

    fn span(&self) -> Vec<String> {
        let before = self.before.iter().map(|(before, _)| format!("^{}", before.commit));
        std::iter::once(self.release.commit.clone()).chain(before).collect()
    }
}

impl Range<'_> {
    /// Whole days between the two commits, where there are two.
    pub(super) fn days(&self) -> Option<i64> {
        let (_, before) = self.before.as_ref()?;
        Some(self.made.saturating_sub(*before).div_euclid(86_400).max(0))
    }
}

fn asked(git: Git<'_>, args: &[&str]) -> Result<Answer, Stop> {
    git.run(args).map_err(|trouble| Fault::new(trouble.to_string()).into())
}

fn tree(git: Git<'_>, commit: &str, folders: &[String]) -> Result<Tree, Stop> {
    let how = ["ls-tree", "-r", "-z", "--full-tree", commit, "--"].map(str::to_owned);
    let listed = answer(git, how.into_iter().chain(folders.iter().cloned()))?;
    let entry = |field: &[u8]| {
        let field = std::str::from_utf8(field).ok()?;
        let (head, path) = field.split_once('\t')?;
        let mut columns = head.split(' ');
        let (mode, _, id) = (columns.next()?, columns.next()?, columns.next()?);
        matches!(mode, "100644" | "100755").then(|| (path.to_owned(), id.to_owned()))
    };
    Ok(listed.fields().filter_map(entry).collect())
}

/// When a commit was made, in seconds since 1970.
fn made(git: Git<'_>, commit: &str) -> Result<i64, Stop> {
    let text = answer(git, ["cat-file", "commit", commit])?.text();
    let head = text.lines().take_while(|line| !line.is_empty());
    let made = head
        .filter_map(|line| line.strip_prefix("committer "))
        .find_map(|line| line.rsplit(' ').nth(1)?.parse().ok());
    made.ok_or_else(|| Fault::new("a commit has no date").into())
}

/// What the paths of a tree have that those of another lack, by the key of each.
pub(super) fn new_in<K: Ord>(
    now: &Tree,
    before: &Tree,
    key: impl Fn(&str) -> Option<K>,
) -> BTreeMap<K, (String, String)> {
    let there: BTreeSet<K> = before.keys().filter_map(|path| key(path)).collect();
    let all = now.iter().filter_map(|(path, id)| Some((key(path)?, (path.clone(), id.clone()))));
    all.filter(|(key, _)| !there.contains(key)).collect()
}
