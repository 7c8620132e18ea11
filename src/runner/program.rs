//! The program of a runner: where it stands, and whether it may be started at all.
//!
//! A repository that a role works in must not be able to put its own program in the way, and nor must anybody
//! else who uses the machine. So not only the file is looked at, but every folder and every link on the way.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Access, access};

use super::ground::Ground;

/// How many links may stand on the way to a program.
const LINKS: usize = 40;

/// Why a program is not started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotStarted {
    /// It is on no folder of the `PATH`.
    Absent,
    /// It is named from a folder that depends on where the call is made.
    Relative,
    /// It stands inside the repository that the role works in, or a link there leads to it.
    Inside,
    /// Others may replace it: it, a folder above it or a link to it can be written by them.
    Writable,
    /// It cannot be looked at, or is no program.
    Unreadable,
}

impl fmt::Display for NotStarted {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Absent => "its program is in no folder of the PATH",
            Self::Relative => "its program is neither a plain name nor a path from the root",
            Self::Inside => "its program stands in the repository that the role works in",
            Self::Writable => "others may write its program or a folder above it",
            Self::Unreadable => "its program cannot be looked at",
        })
    }
}

/// Finds `name` in the absolute folders of `path`, and looks whether it may be started where `ground` is worked on.
/// A name that begins at the root is taken as it is.
pub fn found(name: &OsStr, path: Option<&OsString>, ground: &Ground) -> Result<PathBuf, NotStarted> {
    let file = if Path::new(name).is_absolute() {
        PathBuf::from(name)
    } else if is_plain(Path::new(name)) {
        std::env::split_paths(path.map_or(OsStr::new(""), |path| path))
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(name))
            .find(|file| access(file, Access::EXEC_OK).is_ok() && file.is_file())
            .ok_or(NotStarted::Absent)?
    } else {
        return Err(NotStarted::Relative);
    };
    let way = Way::to(&file)?;
    if ground.holds(&file) || way.steps.iter().any(|step| ground.holds(step)) {
        return Err(NotStarted::Inside);
    }
    if !way.end.is_file() || access(&way.end, Access::EXEC_OK).is_err() {
        return Err(NotStarted::Unreadable);
    }
    let holders = [file.parent(), way.end.parent()];
    for step in &way.steps {
        if others_write(step, holders.contains(&Some(step)) || *step == way.end)? {
            return Err(NotStarted::Writable);
        }
    }
    Ok(way.end)
}

/// Whether it is one name and nothing else.
pub fn is_plain(name: &Path) -> bool {
    let mut parts = name.components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
}

/// The way to a file, as the system goes it.
struct Way {
    /// Every folder and every link on it, and the file.
    steps: Vec<PathBuf>,
    /// The file, behind every link.
    end: PathBuf,
}

impl Way {
    fn to(file: &Path) -> Result<Self, NotStarted> {
        let mut at = PathBuf::from("/");
        let mut steps = vec![at.clone()];
        let mut ahead = parts(file);
        let mut links = 0;
        while let Some(part) = ahead.pop() {
            if part == ".." {
                at.pop();
                continue;
            }
            let next = at.join(&part);
            let stat = next.symlink_metadata().map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => NotStarted::Absent,
                _ => NotStarted::Unreadable,
            })?;
            steps.push(next.clone());
            if !stat.is_symlink() {
                at = next;
                continue;
            }
            links += 1;
            if links > LINKS {
                return Err(NotStarted::Unreadable);
            }
            let target = next.read_link().map_err(|_| NotStarted::Unreadable)?;
            if target.is_absolute() {
                at = PathBuf::from("/");
            }
            ahead.extend(parts(&target));
        }
        Ok(Self { steps, end: at })
    }
}

/// The names of a path, the first one last.
fn parts(path: &Path) -> Vec<OsString> {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    });
    let mut names: Vec<_> = names.collect();
    names.reverse();
    names
}

/// Whether somebody else than its owner and root may write it. A sticky folder keeps others from replacing what is
/// not theirs, but not from putting something new there: it will do above the folder of a program (`strictly` is
/// false there), and no nearer.
fn others_write(path: &Path, strictly: bool) -> Result<bool, NotStarted> {
    let stat = path.symlink_metadata().map_err(|_| NotStarted::Unreadable)?;
    let me = rustix::process::geteuid().as_raw();
    if stat.uid() != 0 && stat.uid() != me {
        return Ok(true);
    }
    let mode = stat.mode();
    let sticky = !strictly && mode & 0o1000 != 0;
    let shared = mode & 0o002 != 0 || (mode & 0o020 != 0 && stat.gid() != 0);
    // The mode of a link says nothing; whoever may write its folder may replace it.
    Ok(shared && !sticky && !stat.is_symlink())
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::{Path, PathBuf};

    use super::{NotStarted, found};
    use crate::host::files::Dir;
    use crate::runner::ground::Ground;

    fn program(folder: &Path, name: &str) {
        Dir::open(folder).unwrap().create(name, b"#!/bin/sh\n").unwrap();
        mode(&folder.join(name), 0o755);
    }

    fn mode(path: &Path, bits: u32) {
        std::fs::set_permissions(path, PermissionsExt::from_mode(bits)).unwrap();
    }

    /// A home that only its owner may write, with these folders.
    fn home(folders: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let home = tempfile::tempdir().unwrap();
        let at = home.path().canonicalize().unwrap();
        for folder in folders {
            std::fs::create_dir(at.join(folder)).unwrap();
            mode(&at.join(folder), 0o755);
        }
        (home, at)
    }

    #[test]
    fn only_a_program_that_nobody_else_can_replace_and_that_the_repository_did_not_bring_is_started() {
        let (_home, at) = home(&["bin", "repo"]);
        let (bin, repo) = (at.join("bin"), at.join("repo"));
        let path = OsString::from(&bin);
        let ground = Ground::of(&[&repo]);
        let find = |path: &OsString| found(OsStr::new("claude"), Some(path), &ground);
        assert_eq!(find(&path), Err(NotStarted::Absent));
        program(&bin, "claude");
        assert_eq!(find(&path), Ok(bin.join("claude")));
        for bits in [0o777, 0o757, 0o1777] {
            mode(&bin, bits);
            assert_eq!(find(&path), Err(NotStarted::Writable), "{bits:o}");
        }
        mode(&bin, 0o755);
        mode(&bin.join("claude"), 0o757);
        assert_eq!(find(&path), Err(NotStarted::Writable));
        mode(&bin.join("claude"), 0o644);
        assert_eq!(found(bin.join("claude").as_os_str(), None, &ground), Err(NotStarted::Unreadable));
        program(&repo, "claude");
        assert_eq!(find(&OsString::from(&repo)), Err(NotStarted::Inside));
        assert_eq!(find(&OsString::from("bin:.")), Err(NotStarted::Absent), "relative folders");
        for name in ["./claude", "bin/claude", "..", "claude/", ""] {
            let named = found(OsStr::new(name), Some(&path), &ground);
            assert!(matches!(named, Err(NotStarted::Relative | NotStarted::Absent)), "{name}: {named:?}");
        }
    }

    #[test]
    fn every_link_on_the_way_is_looked_at() {
        let (_home, at) = home(&["bin", "repo", "shared", "real"]);
        let ground = Ground::of(&[&at.join("repo")]);
        let name = at.join("bin/claude");
        let find = || found(name.as_os_str(), None, &ground);
        program(&at.join("real"), "claude");
        program(&at.join("repo"), "claude");
        let link = |to: &Path| {
            std::fs::remove_file(&name).ok();
            symlink(to, &name).unwrap();
        };
        link(Path::new("../real/claude"));
        assert_eq!(find(), Ok(at.join("real/claude")));
        link(&at.join("repo/claude"));
        assert_eq!(find(), Err(NotStarted::Inside));
        // The program is in order, but the repository says which one it is.
        symlink(at.join("real/claude"), at.join("repo/link")).unwrap();
        link(&at.join("repo/link"));
        assert_eq!(find(), Err(NotStarted::Inside));
        link(Path::new("../repo/../real/claude"));
        assert_eq!(find(), Err(NotStarted::Inside));
        // Whoever can write `shared` can.
        symlink(at.join("real/claude"), at.join("shared/link")).unwrap();
        link(&at.join("shared/link"));
        assert!(find().is_ok());
        mode(&at.join("shared"), 0o777);
        assert_eq!(find(), Err(NotStarted::Writable));
        link(&name);
        assert_eq!(find(), Err(NotStarted::Unreadable), "a link to itself");
        link(Path::new("gone"));
        assert_eq!(find(), Err(NotStarted::Absent));
    }

    #[test]
    fn a_repository_is_known_whatever_the_case_and_the_path() {
        let (_home, at) = home(&["repo", "Repo", "elsewhere"]);
        let ground = Ground::of(&[&at.join("repo")]);
        program(&at.join("Repo"), "claude");
        assert_eq!(found(at.join("Repo/claude").as_os_str(), None, &ground), Err(NotStarted::Inside));
        program(&at.join("elsewhere"), "claude");
        let round = at.join("elsewhere/../repo/../elsewhere/claude");
        assert_eq!(found(round.as_os_str(), None, &ground), Err(NotStarted::Inside));
        assert!(found(at.join("elsewhere/claude").as_os_str(), None, &ground).is_ok());
    }
}
