//! What a runner printed, kept in the person's home for whoever has to find out what a role did.

use std::path::Path;

use super::redact::redacted;
use crate::host::files::{Dir, Trouble};

/// Where transcripts are kept, below the home; each repository has a folder of its own, named by its first commit.
pub const FOLDER: &str = ".abcd/transcripts";
/// The folder of a repository that has no commit.
const UNROOTED: &str = "no-commit";
/// How many transcripts of one session are told apart.
const AGAIN: usize = 1_000;

/// Keeps what a runner printed, without secrets, under the name of its session; gives the file's place in the
/// home. A transcript never takes the place of another.
pub fn store(
    home: Option<&Path>,
    root_commit: Option<&str>,
    session: &str,
    output: &[u8],
) -> Result<String, Trouble> {
    let home = Dir::open(home.ok_or(Trouble::Absent)?)?;
    let folder = format!("{FOLDER}/{}", root_commit.unwrap_or(UNROOTED));
    home.make_private_dir(&folder)?;
    let text = redacted(&String::from_utf8_lossy(output));
    for again in 1..=AGAIN {
        let end = if again == 1 { String::new() } else { format!("-{again}") };
        let place = format!("{folder}/{session}{end}.log");
        match home.create_private(&place, text.as_bytes()) {
            Err(Trouble::Exists) => {}
            kept => return kept.map(|()| place),
        }
    }
    Err(Trouble::Exists)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::store;
    use crate::host::files::Trouble;

    #[test]
    fn it_is_for_its_owner_alone_and_takes_the_place_of_none() {
        let home = tempfile::tempdir().unwrap();
        let keep = |text: &[u8]| store(Some(home.path()), Some("abc"), "s-1", text).unwrap();
        assert_eq!(keep(b"one\n"), ".abcd/transcripts/abc/s-1.log");
        assert_eq!(keep(b"token=hunter2\n"), ".abcd/transcripts/abc/s-1-2.log");
        let mode =
            |path: &str| std::fs::metadata(home.path().join(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(".abcd/transcripts/abc"), mode(".abcd/transcripts/abc/s-1.log")), (0o700, 0o600));
        let dir = crate::host::files::Dir::open(home.path()).unwrap();
        assert_eq!(dir.read_text(".abcd/transcripts/abc/s-1-2.log", 100).unwrap(), "token=[redacted]\n");
    }

    #[test]
    fn no_level_of_it_is_a_link() {
        let (home, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::create_dir(home.path().join(".abcd")).unwrap();
        symlink(other.path(), home.path().join(".abcd/transcripts")).unwrap();
        assert_eq!(store(Some(home.path()), None, "s", b"x"), Err(Trouble::Link));
        assert_eq!(store(None, None, "s", b"x"), Err(Trouble::Absent));
        assert_eq!(other.path().read_dir().unwrap().count(), 0);
    }
}
