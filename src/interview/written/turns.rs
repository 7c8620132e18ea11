//! The folder of one run's turns: what abcd handed to the role and what the role handed over, for its owner
//! alone. It stands beside the records and is none of them.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Serialize;

use super::receipt::CAP;
use crate::host::files::{Dir, Trouble};
use crate::records::ledger::unusable;
use crate::refusal::{Fault, Stop};
use crate::registry::values::FallbackReason;

/// Where the turns of every run are, from the top of the repository.
pub const TURNS: &str = ".abcd/.work.local/interview-turns";
/// How many runs of one interview may begin in the same second.
const SAME_SECOND: u32 = 99;

/// The folder of one run.
#[derive(Debug)]
pub struct Turns {
    dir: Dir,
    rel: PathBuf,
}

/// A runner that did not do, as the folder keeps it: with its time.
#[derive(Debug, Serialize)]
pub struct Dated<'a> {
    /// When abcd saw it.
    pub at: String,
    /// The role that was to write.
    pub role: &'a str,
    /// The runner that was asked.
    pub asked: &'a str,
    /// Why it did not do.
    pub reason: FallbackReason,
    /// What abcd says of it.
    pub detail: &'a str,
    /// The runner that runs in its place.
    pub ran: &'a str,
}

/// Whose brief it is within a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// The turn, from 1.
    pub turn: u16,
    /// Which runner of the route, from 0.
    pub runner: usize,
}

impl Turns {
    /// Makes the folder of a run that begins at `at`, below a top that has a local tier.
    pub fn begin(top: &Dir, interview: &str, at: Timestamp) -> Result<Self, Stop> {
        let stamp = at.strftime("%Y%m%dT%H%M%SZ");
        for number in 1..=SAME_SECOND {
            let suffix = if number == 1 { String::new() } else { format!("-{number}") };
            let rel = Path::new(TURNS).join(format!("{interview}-{stamp}{suffix}"));
            let in_way = |trouble| unusable(&rel.display().to_string(), trouble);
            match top.make_private_dir(&rel) {
                Ok(true) => return Ok(Self { dir: top.dir(&rel).map_err(in_way)?, rel }),
                Ok(false) => {}
                Err(trouble) => return Err(in_way(trouble)),
            }
        }
        Err(Fault::new("every name of this second is taken in the folder of turns; call again").into())
    }

    /// The folder, from the top of the repository.
    pub fn rel(&self) -> &Path {
        &self.rel
    }

    /// A brief's file, from the top of the repository.
    pub fn brief(&self, attempt: Attempt) -> PathBuf {
        self.rel.join(brief(attempt))
    }

    /// A receipt's file, from the top of the repository.
    pub fn receipt(&self, turn: u16) -> PathBuf {
        self.rel.join(receipt(turn))
    }

    /// Writes a brief. False where something stands at its name, which abcd did not put there.
    pub fn write_brief(&self, attempt: Attempt, text: &str) -> Result<bool, Stop> {
        self.create(&brief(attempt), text.as_bytes())
    }

    /// Writes down a runner that did not do. False where something stands at its name.
    pub fn write_fallback(&self, attempt: Attempt, dated: &Dated<'_>) -> Result<bool, Stop> {
        let name = format!("turn-{}.fallback-{}.json", attempt.turn, attempt.runner + 1);
        // Texts, a time and a word can always be written.
        let text = serde_json::to_string_pretty(dated).unwrap_or_default() + "\n";
        self.create(&name, text.as_bytes())
    }

    /// Whether anything stands where the receipt of a turn belongs.
    pub fn has_receipt(&self, turn: u16) -> Result<bool, Stop> {
        let kind = self.dir.kind(receipt(turn));
        Ok(kind.map_err(|trouble| self.in_way(&receipt(turn), trouble))?.is_some())
    }

    /// Reads the receipt of a turn.
    pub fn read_receipt(&self, turn: u16) -> Result<Vec<u8>, Trouble> {
        self.dir.read(receipt(turn), CAP)
    }

    /// Takes away what stands where the receipt of a turn belongs, so that nobody takes it for another runner's;
    /// it is kept under another name.
    pub fn put_aside(&self, attempt: Attempt) -> Result<(), Stop> {
        let name = receipt(attempt.turn);
        let aside = format!("turn-{}.refused-{}.json", attempt.turn, attempt.runner + 1);
        match self.dir.rename(&name, &aside) {
            Ok(()) | Err(Trouble::Absent) => Ok(()),
            Err(trouble) => Err(self.in_way(&name, trouble)),
        }
    }

    fn create(&self, name: &str, bytes: &[u8]) -> Result<bool, Stop> {
        match self.dir.create_private(name, bytes) {
            Ok(()) => Ok(true),
            Err(Trouble::Exists) => Ok(false),
            Err(trouble) => Err(self.in_way(name, trouble)),
        }
    }

    fn in_way(&self, name: &str, trouble: Trouble) -> Stop {
        unusable(&self.rel.join(name).display().to_string(), trouble)
    }
}

fn receipt(turn: u16) -> String {
    format!("turn-{turn}.receipt.json")
}

fn brief(attempt: Attempt) -> String {
    match attempt.runner {
        0 => format!("turn-{}.brief.md", attempt.turn),
        runner => format!("turn-{}.brief-{}.md", attempt.turn, runner + 1),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use super::{Attempt, TURNS, Turns};
    use crate::host::files::Dir;
    use crate::refusal::Stop;

    const AT: &str = "2031-02-03T04:05:06Z";
    const FIRST: Attempt = Attempt { turn: 1, runner: 0 };

    fn begin(top: &Path) -> Result<Turns, Stop> {
        Turns::begin(&Dir::open(top).unwrap(), "planning", AT.parse().unwrap())
    }

    fn mode(path: &Path) -> u32 {
        path.symlink_metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_run_has_a_folder_of_its_own_that_its_owner_alone_reads() {
        let top = tempfile::tempdir().unwrap();
        let (one, other) = (begin(top.path()).unwrap(), begin(top.path()).unwrap());
        assert_eq!(one.rel(), Path::new(TURNS).join("planning-20310203T040506Z"));
        assert_eq!(other.rel(), Path::new(TURNS).join("planning-20310203T040506Z-2"));
        assert!(one.write_brief(FIRST, "do\n").unwrap());
        assert_eq!(mode(&top.path().join(one.rel())), 0o700);
        assert_eq!(mode(&top.path().join(one.brief(FIRST))), 0o600);
        assert!(!one.write_brief(FIRST, "something else\n").unwrap());
        assert_eq!(Dir::open(top.path()).unwrap().read_text(one.brief(FIRST), 99).unwrap(), "do\n");
    }

    #[test]
    fn a_link_on_the_way_is_refused_and_nothing_is_written_behind_it() {
        for level in [".abcd/.work.local", TURNS] {
            let (top, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let link = top.path().join(level);
            std::fs::create_dir_all(link.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(elsewhere.path(), link).unwrap();
            assert!(matches!(begin(top.path()), Err(Stop::Refused(_))), "{level}");
            assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0, "{level}");
        }
    }

    #[test]
    fn whatever_stands_as_a_receipt_is_seen_and_put_aside() {
        let top = tempfile::tempdir().unwrap();
        let turns = begin(top.path()).unwrap();
        let at = top.path().join(turns.receipt(1));
        assert!(!turns.has_receipt(1).unwrap());
        turns.put_aside(FIRST).unwrap();
        std::os::unix::fs::symlink("/dev/null", &at).unwrap();
        assert!(turns.has_receipt(1).unwrap());
        turns.put_aside(FIRST).unwrap();
        assert!(!turns.has_receipt(1).unwrap());
        std::fs::create_dir(&at).unwrap();
        turns.put_aside(Attempt { turn: 1, runner: 1 }).unwrap();
        assert!(!turns.has_receipt(1).unwrap());
    }
}
