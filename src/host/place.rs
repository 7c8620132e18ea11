//! Which repository a call is about: found by looking upwards for `.git`, without starting git.
//!
//! A `.git` folder is an ordinary repository; a `.git` file points at the git folder of a worktree or a
//! submodule. Like git, a `.git` folder that is no git folder is passed over, and a `.git` file that points
//! nowhere is an error.

use std::path::{Path, PathBuf};

use super::files::{Dir, Kind, Trouble};

/// The most that is read of a pointer file or of a repository's configuration, in bytes.
const POINTER_CAP: u64 = 64 * 1024;
const CONFIG_CAP: u64 = 1024 * 1024;

/// A repository with a working tree. All paths are absolute and without links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// The top of the working tree.
    pub root: PathBuf,
    /// The git folder of this working tree.
    pub git_dir: PathBuf,
    /// The git folder that all working trees share.
    pub common_dir: PathBuf,
}

/// Why there is no repository to work in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRepository {
    /// No folder upwards from here is one.
    Absent,
    /// It has no working tree.
    Bare,
    /// Its `.git` points nowhere or cannot be read.
    Unreadable(Trouble),
}

impl Repository {
    /// Finds the repository around `start`, the folder of `--repo` or of the call.
    pub fn around(start: &Path) -> Result<Self, NoRepository> {
        let start = std::fs::canonicalize(start).map_err(|_| NoRepository::Absent)?;
        for folder in start.ancestors() {
            if let Some(found) = at(folder)? {
                return Ok(found);
            }
        }
        Err(NoRepository::Absent)
    }

    /// The repository whose top is `folder` itself; none where it is no such top.
    pub fn top(folder: &Path) -> Result<Option<Self>, NoRepository> {
        at(&std::fs::canonicalize(folder).map_err(|_| NoRepository::Absent)?)
    }

    /// Opens the top of the working tree.
    pub fn open(&self) -> Result<Dir, Trouble> {
        Dir::open(&self.root)
    }

    /// Where the call stands in the working tree: a relative path, empty at the top or outside.
    pub fn below(&self, cwd: &Path) -> PathBuf {
        let cwd = std::fs::canonicalize(cwd).unwrap_or_default();
        cwd.strip_prefix(&self.root).map(Path::to_path_buf).unwrap_or_default()
    }
}

/// The repository whose top is `folder`, if it is one.
fn at(folder: &Path) -> Result<Option<Repository>, NoRepository> {
    let git = std::fs::canonicalize(folder.join(".git"));
    if git.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied) {
        return Err(NoRepository::Unreadable(Trouble::Denied));
    }
    let Ok(git) = git else {
        // A dangling link named `.git` is a broken repository, not an absent one.
        if folder.join(".git").is_symlink() {
            return Err(NoRepository::Unreadable(Trouble::Absent));
        }
        return if is_bare(folder) { Err(NoRepository::Bare) } else { Ok(None) };
    };
    if git.is_dir() {
        return in_folder(folder, git);
    }
    let git_dir = pointed_at(folder, &git).map_err(NoRepository::Unreadable)?;
    let common_dir = common(&git_dir).map_err(NoRepository::Unreadable)?;
    Ok(Some(Repository { root: folder.to_path_buf(), git_dir, common_dir }))
}

fn in_folder(root: &Path, git_dir: PathBuf) -> Result<Option<Repository>, NoRepository> {
    let common_dir = match common(&git_dir) {
        Ok(common_dir) => common_dir,
        Err(Trouble::Absent) => return Ok(None),
        Err(trouble) => return Err(NoRepository::Unreadable(trouble)),
    };
    if says_bare(&git_dir) {
        return Err(NoRepository::Bare);
    }
    Ok(Some(Repository { root: root.to_path_buf(), git_dir, common_dir }))
}

/// Reads a `.git` file: one line, `gitdir: <path>`.
fn pointed_at(folder: &Path, pointer: &Path) -> Result<PathBuf, Trouble> {
    let text = read(pointer, POINTER_CAP)?;
    let target = text.strip_prefix("gitdir:").ok_or(Trouble::Io(std::io::ErrorKind::InvalidData))?.trim();
    let git_dir = std::fs::canonicalize(folder.join(target))?;
    if git_dir.is_dir() { Ok(git_dir) } else { Err(Trouble::NotDirectory) }
}

/// The shared git folder, for a git folder that is whole enough to be one.
fn common(git_dir: &Path) -> Result<PathBuf, Trouble> {
    let git = Dir::open(git_dir)?;
    // HEAD may be a link in very old repositories; that it is there is all that counts here.
    git.kind("HEAD")?.ok_or(Trouble::Absent)?;
    let common_dir = match git.read_text_if_there("commondir", POINTER_CAP)? {
        Some(text) => std::fs::canonicalize(git_dir.join(text.trim()))?,
        None => git_dir.to_path_buf(),
    };
    if common_dir.join("objects").is_dir() { Ok(common_dir) } else { Err(Trouble::Absent) }
}

/// Whether the folder itself is a git folder without a working tree around it.
fn is_bare(folder: &Path) -> bool {
    // Inside an ordinary `.git` folder the working tree around it is meant.
    if folder.file_name().is_some_and(|name| name == ".git") {
        return false;
    }
    let plain = |name: &str, kind: Kind| {
        Dir::open(folder).and_then(|dir| dir.kind(name)).is_ok_and(|found| found == Some(kind))
    };
    plain("HEAD", Kind::File) && plain("objects", Kind::Folder) && plain("refs", Kind::Folder)
}

/// Whether the configuration says `bare = true` under `[core]`.
fn says_bare(git_dir: &Path) -> bool {
    let text = Dir::open(git_dir).and_then(|dir| dir.read_text("config", CONFIG_CAP)).unwrap_or_default();
    let mut in_core = false;
    let mut bare = false;
    for line in text.lines().map(|line| line.trim().to_ascii_lowercase()) {
        if line.starts_with('[') {
            in_core = line.starts_with("[core]");
        }
        let setting = line.strip_prefix("[core]").unwrap_or(&line);
        if let (true, Some((key, value))) = (in_core, setting.split_once('='))
            && key.trim() == "bare"
        {
            bare = matches!(value.trim(), "true" | "yes" | "on" | "1");
        }
    }
    bare
}

/// Reads a file by a path that has no links left in it.
fn read(path: &Path, cap: u64) -> Result<String, Trouble> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(Trouble::NotRegular);
    };
    Dir::open(folder)?.read_text(name, cap)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{NoRepository, Repository};
    use crate::host::env::Env;
    use crate::host::git::Git;

    /// Runs the real git, so that the shapes are its own.
    fn git(folder: &Path, args: &[&str]) {
        let env = Env::of_process();
        let who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always"];
        let answer = Git::at(&env, folder).run(who.into_iter().chain(args.iter().copied())).unwrap();
        assert!(answer.ok(), "git {args:?}: {}", String::from_utf8_lossy(&answer.stderr));
    }

    fn made() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap().join("repo");
        std::fs::create_dir(&root).unwrap();
        git(&root, &["init", "--quiet"]);
        git(&root, &["commit", "--quiet", "--allow-empty", "-m", "one"]);
        (folder, root)
    }

    #[test]
    fn an_ordinary_repository_is_found_from_below_and_from_its_git_folder() {
        let (_keep, root) = made();
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        for start in [root.clone(), root.join("a/b"), root.join(".git"), root.join(".git/refs")] {
            let found = Repository::around(&start).unwrap();
            assert_eq!(found.root, root);
            assert_eq!(found.common_dir, root.join(".git"));
        }
    }

    #[test]
    fn a_worktree_has_its_own_top_and_the_shared_git_folder() {
        let (_keep, root) = made();
        git(&root, &["worktree", "add", "--quiet", "../tree"]);
        let tree = root.with_file_name("tree");
        let found = Repository::around(&tree).unwrap();
        assert_eq!((found.root, found.common_dir), (tree, root.join(".git")));
        assert_eq!(found.git_dir, root.join(".git/worktrees/tree"));
    }

    #[test]
    fn a_submodule_is_a_repository_of_its_own() {
        let (_keep, root) = made();
        git(&root, &["submodule", "--quiet", "add", "./", "sub"]);
        let found = Repository::around(&root.join("sub")).unwrap();
        assert_eq!(found.root, root.join("sub"));
        assert_eq!(found.git_dir, root.join(".git/modules/sub"));
    }

    #[test]
    fn a_bare_repository_says_so() {
        let (_keep, root) = made();
        git(&root, &["clone", "--quiet", "--bare", ".", "../bare.git"]);
        let bare = root.with_file_name("bare.git");
        assert_eq!(Repository::around(&bare), Err(NoRepository::Bare));
        assert_eq!(Repository::around(&bare.join("refs")), Err(NoRepository::Bare));
        git(&root, &["config", "core.bare", "true"]);
        assert_eq!(Repository::around(&root), Err(NoRepository::Bare));
    }

    #[test]
    fn nothing_upwards_is_absent() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Repository::around(folder.path()), Err(NoRepository::Absent));
        assert_eq!(Repository::around(&folder.path().join("gone")), Err(NoRepository::Absent));
        std::fs::create_dir(folder.path().join(".git")).unwrap();
        assert_eq!(Repository::around(folder.path()), Err(NoRepository::Absent));
    }

    #[test]
    fn a_pointer_that_leads_nowhere_is_unreadable() {
        for text in ["gitdir: /nowhere/at/all\n", "what is this", ""] {
            let folder = tempfile::tempdir().unwrap();
            crate::host::files::Dir::open(folder.path()).unwrap().create(".git", text.as_bytes()).unwrap();
            let found = Repository::around(folder.path());
            assert!(matches!(found, Err(NoRepository::Unreadable(_))), "{text:?}: {found:?}");
        }
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("nowhere", folder.path().join(".git")).unwrap();
        assert!(matches!(Repository::around(folder.path()), Err(NoRepository::Unreadable(_))));
    }
}
