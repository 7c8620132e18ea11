//! What a runner printed, kept in the person's home for whoever has to find out what a role did.

use std::path::Path;

use super::redact::{is_clean, redacted};
use crate::host::files::{Dir, Trouble};

/// Where transcripts are kept, below the home; each repository has a folder of its own, named by its first commit.
pub const FOLDER: &str = ".abcd/transcripts";
/// The folder of a repository that has no commit.
const UNROOTED: &str = "no-commit";
/// How many transcripts of one session are told apart.
const AGAIN: usize = 1_000;
/// What parts the two outputs.
const ERRORS: &str = "\n--- standard error ---\n";

/// The folder of one repository's transcripts.
#[derive(Debug)]
pub struct Transcripts {
    dir: Dir,
    rel: String,
}

/// Why a transcript is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotKept {
    /// It cannot be written.
    Trouble(Trouble),
    /// A folder on the way to it is not the person's alone to write.
    Shared,
    /// Something that looks like a secret is still in it.
    Secret,
}

impl std::fmt::Display for NotKept {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Trouble(trouble) => trouble.fmt(to),
            Self::Shared => to.write_str("others may write a folder on the way to it"),
            Self::Secret => to.write_str("what looks like a secret could not be taken out of it"),
        }
    }
}

impl From<Trouble> for NotKept {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Transcripts {
    /// Makes the folder where it is not there. No level of it is a link, and none is another's to write.
    pub fn open(home: Option<&Path>, root_commit: Option<&str>) -> Result<Self, NotKept> {
        let home = Dir::open(home.ok_or(Trouble::Absent)?)?;
        let rel = format!("{FOLDER}/{}", root_commit.unwrap_or(UNROOTED));
        home.make_private_dir(&rel)?;
        for level in Path::new(&rel).ancestors().filter(|level| !level.as_os_str().is_empty()) {
            if home.dir(level)?.others_write()? {
                return Err(NotKept::Shared);
            }
        }
        Ok(Self { dir: home.dir(&rel)?, rel })
    }

    /// Keeps what a runner printed, without secrets, under the name of its session; gives the file's place in the
    /// home. A transcript never takes the place of another.
    pub fn keep(
        &self,
        session: &str,
        [output, errors]: [&[u8]; 2],
        known: &[String],
    ) -> Result<String, NotKept> {
        let mut text = redacted(&String::from_utf8_lossy(output), known);
        if !errors.is_empty() {
            text.push_str(ERRORS);
            text.push_str(&redacted(&String::from_utf8_lossy(errors), known));
        }
        if !is_clean(&text) {
            return Err(NotKept::Secret);
        }
        for again in 1..=AGAIN {
            let end = if again == 1 { String::new() } else { format!("-{again}") };
            let name = format!("{session}{end}.log");
            match self.dir.create_private(&name, text.as_bytes()) {
                Err(Trouble::Exists) => {}
                kept => return Ok(kept.map(|()| format!("{}/{name}", self.rel))?),
            }
        }
        Err(Trouble::Exists.into())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::{NotKept, Transcripts};
    use crate::host::files::Trouble;

    #[test]
    fn it_is_for_its_owner_alone_and_takes_the_place_of_none() {
        let home = tempfile::tempdir().unwrap();
        let all = Transcripts::open(Some(home.path()), Some("abc")).unwrap();
        let keep = |text: &[u8], errors: &[u8]| all.keep("s-1", [text, errors], &[]).unwrap();
        assert_eq!(keep(b"one\n", b""), ".abcd/transcripts/abc/s-1.log");
        assert_eq!(keep(b"token=hunter2\n", b"secret=x\n"), ".abcd/transcripts/abc/s-1-2.log");
        let mode =
            |path: &str| std::fs::metadata(home.path().join(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(".abcd/transcripts/abc"), mode(".abcd/transcripts/abc/s-1.log")), (0o700, 0o600));
        let dir = crate::host::files::Dir::open(home.path()).unwrap();
        assert_eq!(
            dir.read_text(".abcd/transcripts/abc/s-1-2.log", 100).unwrap(),
            "token=[redacted]\n\n--- standard error ---\nsecret=[redacted]\n"
        );
    }

    #[test]
    fn no_level_of_it_is_a_link_or_anothers_to_write() {
        let (home, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let open = || Transcripts::open(Some(home.path()), None).map(|_| ());
        let level = home.path().join(".abcd/transcripts");
        std::fs::create_dir(home.path().join(".abcd")).unwrap();
        symlink(other.path(), &level).unwrap();
        assert_eq!(open(), Err(NotKept::Trouble(Trouble::Link)));
        assert_eq!(other.path().read_dir().unwrap().count(), 0);
        std::fs::remove_file(&level).unwrap();
        assert_eq!(open(), Ok(()));
        std::fs::set_permissions(&level, PermissionsExt::from_mode(0o777)).unwrap();
        assert_eq!(open(), Err(NotKept::Shared));
        assert_eq!(Transcripts::open(None, None).map(|_| ()), Err(NotKept::Trouble(Trouble::Absent)));
    }
}
