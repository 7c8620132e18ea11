//! The program of a runner: where it stands, and whether it may be started at all.
//!
//! A repository that a role works in must not be able to put its own program in the way, and nor must anybody
//! else who uses the machine.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// Why a program is not started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotStarted {
    /// It is on no folder of the `PATH`.
    Absent,
    /// It stands inside the repository that the role works in.
    Inside,
    /// Others may replace it: it, or a folder above it, can be written by them.
    Writable,
    /// It cannot be looked at, or is no program.
    Unreadable,
}

impl fmt::Display for NotStarted {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Absent => "its program is in no folder of the PATH",
            Self::Inside => "its program stands in the repository that the role works in",
            Self::Writable => "others may write its program or a folder above it",
            Self::Unreadable => "its program cannot be looked at",
        })
    }
}

/// Finds `name` in the absolute folders of `path`, and looks whether it may be started in `checkout`. An absolute
/// name is taken as it is.
pub fn found(name: &OsStr, path: Option<&OsString>, checkout: Option<&Path>) -> Result<PathBuf, NotStarted> {
    let file = if Path::new(name).is_absolute() {
        PathBuf::from(name)
    } else if Path::new(name).components().count() == 1 {
        std::env::split_paths(path.map_or(OsStr::new(""), |path| path))
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join(name))
            .find(|file| access(file, Access::EXEC_OK).is_ok() && file.is_file())
            .ok_or(NotStarted::Absent)?
    } else {
        return Err(NotStarted::Inside);
    };
    let whole = file.canonicalize().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => NotStarted::Absent,
        _ => NotStarted::Unreadable,
    })?;
    if !whole.is_file() || access(&whole, Access::EXEC_OK).is_err() {
        return Err(NotStarted::Unreadable);
    }
    if let Some(checkout) = checkout {
        let resolved = checkout.canonicalize().map_err(|_| NotStarted::Unreadable)?;
        let inside = |file: &Path| below(file, checkout) || below(file, &resolved);
        if inside(&file) || inside(&whole) {
            return Err(NotStarted::Inside);
        }
    }
    for path in [&file, &whole] {
        for level in path.ancestors() {
            if others_write(level, level == path.as_path())? {
                return Err(NotStarted::Writable);
            }
        }
    }
    Ok(whole)
}

/// Whether `file` stands in `folder`, letter case apart: some file systems do not tell it.
fn below(file: &Path, folder: &Path) -> bool {
    let lower = |path: &Path| PathBuf::from(path.to_string_lossy().to_lowercase());
    lower(file).starts_with(lower(folder))
}

/// Whether somebody else than its owner and root may write it. A sticky folder keeps others from replacing
/// what is not theirs, but not from putting something new there: only one above the program's own will do.
fn others_write(path: &Path, leaf: bool) -> Result<bool, NotStarted> {
    let stat = path.metadata().map_err(|_| NotStarted::Unreadable)?;
    let (mode, group) = (stat.mode(), stat.gid());
    let sticky = !leaf && mode & 0o1000 != 0;
    let world = mode & 0o002 != 0;
    let shared = mode & 0o020 != 0 && group != 0;
    let me = rustix::process::geteuid().as_raw();
    let foreign = stat.uid() != 0 && stat.uid() != me;
    Ok(foreign || (world || shared) && !sticky)
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    use super::{NotStarted, found};
    use crate::host::files::Dir;

    fn program(folder: &Path, name: &str) {
        Dir::open(folder).unwrap().create(name, b"#!/bin/sh\n").unwrap();
        mode(&folder.join(name), 0o755);
    }

    fn mode(path: &Path, bits: u32) {
        std::fs::set_permissions(path, PermissionsExt::from_mode(bits)).unwrap();
    }

    /// A home that only its owner may write, with a `bin` and a `repo`.
    fn home() -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        for folder in ["bin", "repo"] {
            std::fs::create_dir(home.path().join(folder)).unwrap();
            mode(&home.path().join(folder), 0o755);
        }
        home
    }

    #[test]
    fn only_a_program_that_nobody_else_can_replace_and_that_the_repository_did_not_bring_is_started() {
        let home = home();
        let (bin, repo) = (home.path().join("bin"), home.path().join("repo"));
        let path = OsString::from(&bin);
        let find = |path: &OsString| found(OsStr::new("claude"), Some(path), Some(&repo));
        assert_eq!(find(&path), Err(NotStarted::Absent));
        program(&bin, "claude");
        assert!(find(&path).unwrap().is_absolute());
        for bits in [0o777, 0o757] {
            mode(&bin, bits);
            assert_eq!(find(&path), Err(NotStarted::Writable), "{bits:o}");
        }
        mode(&bin, 0o755);
        mode(&bin.join("claude"), 0o757);
        assert_eq!(find(&path), Err(NotStarted::Writable));
        program(&repo, "claude");
        assert_eq!(find(&OsString::from(&repo)), Err(NotStarted::Inside));
        std::fs::remove_file(bin.join("claude")).unwrap();
        symlink(repo.join("claude"), bin.join("claude")).unwrap();
        assert_eq!(find(&path), Err(NotStarted::Inside), "through a link");
        assert_eq!(find(&OsString::from("bin:.")), Err(NotStarted::Absent), "relative folders");
    }
}
