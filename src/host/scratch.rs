//! A private temporary folder that goes away with its value.

use std::path::{Path, PathBuf};

use rustix::fs::{Mode, mkdir};

use super::entropy::Entropy;
use super::env::Env;
use super::files::{Dir, Trouble};

/// A folder among the machine's temporary files that nobody else may look into.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    dir: Dir,
}

impl Scratch {
    /// Makes an empty one.
    pub fn new(env: &Env) -> Result<Self, Trouble> {
        let path = env.temp.join(format!("abcd-{:016x}", Entropy::default().bits64()?));
        mkdir(&path, Mode::RWXU)?;
        let dir = Dir::open(&path)?;
        Ok(Self { path, dir })
    }

    /// Where it is; for programs that run in it, never for a message.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open folder.
    pub fn dir(&self) -> &Dir {
        &self.dir
    }

    /// Lays a new file and the folders above it.
    pub fn lay(&self, rel: impl AsRef<Path>, bytes: &[u8]) -> Result<(), Trouble> {
        match self.dir.lay(&rel, bytes) {
            Err(Trouble::Absent) => {
                self.dir.make_dir(rel.as_ref().parent().unwrap_or_else(|| Path::new("")))?;
                self.dir.lay(rel, bytes)
            }
            laid => laid,
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is litter in a folder that the system sweeps.
        std::fs::remove_dir_all(&self.path).ok();
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::Scratch;
    use crate::host::env::Env;
    use crate::host::files::Trouble;

    #[test]
    fn it_is_private_and_goes_away_with_all_that_is_in_it() {
        let temp = tempfile::tempdir().unwrap();
        let env = Env { temp: temp.path().to_owned(), ..Env::default() };
        let scratch = Scratch::new(&env).unwrap();
        assert_eq!(scratch.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
        scratch.lay("a/b/c", b"text").unwrap();
        assert_eq!(scratch.dir().read("a/b/c", 10).unwrap(), b"text");
        assert_eq!(scratch.lay("a/b/c", b"other"), Err(Trouble::Exists));
        assert_eq!(scratch.lay("../c", b"other"), Err(Trouble::Outside));
        drop(scratch);
        assert_eq!(std::fs::read_dir(temp.path()).unwrap().count(), 0);
    }
}
