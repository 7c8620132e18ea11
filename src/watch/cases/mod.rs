//! The watch against real repositories: each hole that such a watch has had is a case.

mod bounds;
mod git;
mod odd;
mod outside;
mod tree;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};

use super::{Differences, Unwatched, Watch};
use crate::host::Host;
use crate::host::git::Git;
use crate::host::place::Repository;

/// A repository with a committed file, an ignored folder, a new file and a turn folder, and a home beside it.
struct Ground {
    _keep: tempfile::TempDir,
    root: PathBuf,
    host: Host,
}

/// Paths that every test knows.
const KEPT: &str = "src/kept.rs";
const NEW: &str = "notes/new.md";
const IGNORED: &str = "built/deep/out.bin";
const TURNS: &str = ".abcd/.work.local/interview-turns/one";

impl Ground {
    fn new() -> Self {
        let keep = tempfile::tempdir().unwrap();
        let base = std::fs::canonicalize(keep.path()).unwrap();
        let mut host = Host::of_process();
        host.env.home = Some(base.join("home"));
        host.env.xdg_config = Some(base.join("home/.config"));
        let ground = Self { _keep: keep, root: base.join("repo"), host };
        std::fs::create_dir_all(base.join("home/.config")).unwrap();
        std::fs::create_dir_all(&ground.root).unwrap();
        ground.git(&["init", "--quiet", "-b", "main"]);
        ground.write(KEPT, "fn kept() {}\n");
        ground.write(".gitignore", "/built/\n.abcd/.work.local/\n");
        ground.git(&["add", "."]);
        ground.git(&["commit", "--quiet", "-m", "one"]);
        ground.write(NEW, "new\n");
        ground.write(IGNORED, "0123456789");
        ground.write(&format!("{TURNS}/turn-1.brief.md"), "brief\n");
        ground
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// A place beside the repository.
    fn beside(&self, path: &str) -> PathBuf {
        self.root.parent().unwrap().join(path)
    }

    fn git(&self, args: &[&str]) {
        self.git_in(&self.root, args);
    }

    fn git_in(&self, folder: &Path, args: &[&str]) {
        let who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always"];
        let answer =
            Git::at(&self.host.env, folder).run(who.into_iter().chain(args.iter().copied())).unwrap();
        assert!(answer.ok(), "git {args:?}: {}", String::from_utf8_lossy(&answer.stderr));
    }

    fn write(&self, path: &str, text: &str) {
        put(&self.at(path), text);
    }

    fn place(&self) -> Repository {
        Repository::top(&self.root).unwrap().unwrap()
    }

    fn watch(&self) -> Result<Watch<'_>, Unwatched> {
        Watch::open(&self.host, &self.place(), &[PathBuf::from(TURNS)])
    }

    /// What the watch finds after `act`, where the file `src/may.md` may change.
    fn after(&self, act: impl FnOnce()) -> Differences {
        let watch = self.watch().unwrap();
        act();
        watch.compare(&[PathBuf::from("src/may.md")]).unwrap()
    }

    /// The paths that the watch names after `act`.
    fn named(&self, act: impl FnOnce()) -> Vec<String> {
        self.after(act).beyond.into_iter().map(|change| change.path).collect()
    }

    /// Why nothing can be watched here.
    fn refused(&self) -> Unwatched {
        self.watch().map(|_| ()).unwrap_err()
    }
}

/// Writes a file in place and makes the folders above it.
#[expect(clippy::disallowed_methods, reason = "a role writes as any program does")]
fn put(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn link(target: impl AsRef<Path>, path: &Path) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(target, path).unwrap();
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Sets when a file was last written to `seconds` after 1970, as `touch -d` does.
fn date(path: &Path, seconds: i64) {
    let time = Timespec { tv_sec: seconds, tv_nsec: 0 };
    let times = Timestamps { last_access: time, last_modification: time };
    utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
}

/// A file of `size` bytes that takes no room.
fn sparse(path: &Path, size: u64) {
    put(path, "");
    std::fs::File::options().write(true).open(path).unwrap().set_len(size).unwrap();
}
