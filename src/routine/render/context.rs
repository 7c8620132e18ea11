//! All that a template can read: checked facts and answers, and nothing that is none or missing.

use serde::Serialize;

use super::answers::Answers;
use super::editions::Edition;
use super::known::{Known, KnownCaveat, KnownGate, KnownRelease};
use super::names::Names;
use super::{LeftOut, caveat, plain};

/// From this template version on a prompt finds its remote and its name on the forge by itself, so that
/// it is the same in a fork and whatever a remote is called.
const FINDS_ITS_REMOTE: u32 = 2;
/// More gate commands than this are a mistake of detection, not a repository's wish.
const MOST_GATES: usize = 60;
/// More CI files than this are not worth a sentence that names each.
const MOST_UNREAD: usize = 12;

/// What a template reads. A text that is not known is empty, so that `{% if slug %}` asks for it.
#[derive(Debug, Clone, Serialize)]
pub struct Context {
    archetype: String,
    version: u32,
    /// The routine's name: the prefix of its branches and of the lines that steer it.
    name: String,
    slug: String,
    /// `github`, `gitlab`, or `other` where the caller's own client is used.
    forge: &'static str,
    forge_name: &'static str,
    remote: String,
    remote_known: bool,
    target: String,
    target_known: bool,
    /// The target's own name, where it is known.
    branch: String,
    /// The remote-tracking name of the target.
    base: String,
    gates: Vec<Gate>,
    caveats: Vec<String>,
    /// Whether a gate command runs tests.
    tested: bool,
    /// CI files that a pull request may start and that the gate does not stand for.
    unread: Vec<String>,
    /// abcd's own record is there and tracked, so findings are captured in it.
    ledger: bool,
    /// The durable tier of that record is tracked too.
    durable: bool,
    log_file: String,
    log_dir: String,
    /// Some pull request of the loop may be set to merge by itself.
    merges: bool,
    /// How a release is made here, where that is known.
    release_kind: String,
    release_path: String,
    /// A sentence on it.
    release_how: String,
    dimensions: Vec<Look>,
    /// Minutes during which a started round is taken to be alive.
    hold: u32,
    #[serde(flatten)]
    answers: Answers,
}

impl Context {
    /// Whether a way to make a release is known.
    pub fn releases(&self) -> bool {
        !self.release_kind.is_empty()
    }
}

#[derive(Debug, Clone, Serialize)]
struct Gate {
    /// The line to run at the root.
    line: String,
    /// The same as a JSON string.
    json: String,
    tests: bool,
}

#[derive(Debug, Clone, Serialize)]
struct Look {
    id: String,
    look: String,
}

/// Builds the context, and says what was left out of it because it is not plain.
pub fn context(
    edition: Edition<'_>,
    name: &str,
    known: &Known,
    answers: &Answers,
) -> (Context, Vec<LeftOut>) {
    let mut sieve = Sieve::default();
    let branch = sieve.keep("the default branch", known.default_branch.as_deref(), plain::branch);
    let names = if edition.version < FINDS_ITS_REMOTE {
        Names::told(&mut sieve, known, &branch)
    } else {
        Names::found(known.hosting.as_deref())
    };
    let log = known.log.as_ref().filter(|log| log.tracked);
    let log_path = sieve.keep("the decision log", log.map(|log| log.path.as_str()), plain::path);
    let (log_file, log_dir) =
        if log.is_some_and(|log| log.file) { (log_path, String::new()) } else { (String::new(), log_path) };
    let gates = sieve.gates(&known.gates);
    let caveats = known.caveats.iter().filter_map(|caveat| sieve.caveat(caveat)).collect();
    let unread = known.unread.iter().map(|path| sieve.keep("the name of a CI file", Some(path), plain::path));
    let unread = unread.filter(|path| !path.is_empty()).take(MOST_UNREAD).collect();
    let release = known.release.as_ref().and_then(|release| sieve.release(release));
    let (release_kind, release_path, release_how) = release.unwrap_or_default();
    let focus = answers.word("focus").unwrap_or_default();
    let wait = |id| answers.number(id).unwrap_or_default();
    let tracked = |tier: &str| known.tracked_tiers.iter().any(|path| path == tier);
    let ledger = tracked(".abcd/work");
    let context = Context {
        archetype: edition.routine.id.to_string(),
        version: edition.version,
        name: name.to_owned(),
        forge: names.forge,
        forge_name: names.forge_name,
        base: names.base,
        tested: gates.iter().any(|gate| gate.tests),
        gates,
        caveats,
        unread,
        merges: match answers.word("merge") {
            Some("all") => true,
            Some("additive") => ledger,
            _ => false,
        },
        ledger,
        durable: tracked(".abcd/development"),
        log_file,
        log_dir,
        dimensions: edition
            .dimensions()
            .filter(|dimension| dimension.focus.iter().any(|one| one == focus))
            .map(|dimension| Look { id: dimension.id.to_string(), look: dimension.look.to_string() })
            .collect(),
        hold: wait("budget") + wait("ci_wait"),
        answers: answers.clone(),
        slug: names.slug,
        remote_known: names.remote_known,
        remote: names.remote,
        target: names.target,
        target_known: !branch.is_empty(),
        branch,
        release_kind,
        release_path,
        release_how,
    };
    (context, sieve.left_out)
}

/// Lets plain texts through and notes the others, without repeating what they say.
#[derive(Default)]
pub(super) struct Sieve {
    left_out: Vec<LeftOut>,
}

impl Sieve {
    pub(super) fn keep(&mut self, what: &str, text: Option<&str>, plain: fn(&str) -> bool) -> String {
        match text {
            Some(text) if plain(text) => text.to_owned(),
            Some(_) => {
                self.drop(what);
                String::new()
            }
            None => String::new(),
        }
    }

    /// A way to release, whole or not at all: its kind, its file, and a sentence on it.
    fn release(&mut self, release: &KnownRelease) -> Option<(String, String, String)> {
        let how = release.how();
        if how.is_none() {
            self.drop("how a release is made");
        }
        how.map(|how| (release.kind.clone(), release.path.clone(), how))
    }

    fn gates(&mut self, gates: &[KnownGate]) -> Vec<Gate> {
        let plain: Vec<Gate> = gates.iter().filter_map(|gate| self.gate(gate)).collect();
        if plain.len() > MOST_GATES {
            let why = format!("a prompt takes {MOST_GATES} at most");
            self.left_out.push(LeftOut { what: "the gate commands beyond these".to_owned(), why });
        }
        plain.into_iter().take(MOST_GATES).collect()
    }

    fn gate(&mut self, gate: &KnownGate) -> Option<Gate> {
        let line = if gate.dir == "." || gate.dir.is_empty() {
            gate.command.clone()
        } else {
            format!("(cd {} && {})", gate.dir, gate.command)
        };
        if !gate.is_plain() {
            self.drop("a gate command");
            return None;
        }
        let json = serde_json::Value::from(line.as_str()).to_string();
        Some(Gate { line, json, tests: gate.tests() })
    }

    fn caveat(&mut self, known: &KnownCaveat) -> Option<String> {
        let sentence = caveat::sentence(known);
        if sentence.is_none() {
            self.drop(&caveat::name(known));
        }
        sentence
    }

    fn drop(&mut self, what: &str) {
        let why = "it is not of a plain grammar".to_owned();
        self.left_out.push(LeftOut { what: what.to_owned(), why });
    }
}
