//! All that a template can read: checked facts and answers, and nothing that is none or missing.

use serde::Serialize;

use super::answers::Answers;
use super::editions::Edition;
use super::known::{Known, KnownCaveat, KnownGate};
use super::{LeftOut, caveat, plain};

/// The branch prefix and the remote's name are ours to choose; the remote is what git calls its first.
const FIRST_REMOTE: &str = "origin";
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
    dimensions: Vec<Look>,
    /// Minutes during which a started round is taken to be alive.
    hold: u32,
    #[serde(flatten)]
    answers: Answers,
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
    let slug = sieve.keep("the repository's name on its forge", known.slug.as_deref(), plain::slug);
    let target = sieve.keep("the default branch", known.default_branch.as_deref(), plain::branch);
    let remote = sieve.keep("the remote", known.remote.as_deref(), plain::branch);
    let log = known.log.as_ref().filter(|log| log.tracked);
    let log_path = sieve.keep("the decision log", log.map(|log| log.path.as_str()), plain::path);
    let (log_file, log_dir) =
        if log.is_some_and(|log| log.file) { (log_path, String::new()) } else { (String::new(), log_path) };
    let gates = sieve.gates(&known.gates);
    let caveats = known.caveats.iter().filter_map(|caveat| sieve.caveat(caveat)).collect();
    let unread = known.unread.iter().map(|path| sieve.keep("the name of a CI file", Some(path), plain::path));
    let unread = unread.filter(|path| !path.is_empty()).take(MOST_UNREAD).collect();
    let remote_known = !remote.is_empty();
    let remote = if remote_known { remote } else { FIRST_REMOTE.to_owned() };
    let target_known = !target.is_empty();
    let target = if target_known { target } else { "$TARGET".to_owned() };
    let (forge, forge_name) = forge(known.hosting.as_deref(), &slug);
    let focus = answers.word("focus").unwrap_or_default();
    let wait = |id| answers.number(id).unwrap_or_default();
    let tracked = |tier: &str| known.tracked_tiers.iter().any(|path| path == tier);
    let context = Context {
        archetype: edition.routine.id.to_string(),
        version: edition.version,
        name: name.to_owned(),
        forge,
        forge_name,
        base: format!("{remote}/{target}"),
        tested: gates.iter().any(|gate| gate.tests),
        gates,
        caveats,
        unread,
        ledger: tracked(".abcd/work"),
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
        slug,
        remote,
        remote_known,
        target,
        target_known,
    };
    (context, sieve.left_out)
}

/// The forge whose client's commands a template knows, and a name for it in a sentence.
fn forge(hosting: Option<&str>, slug: &str) -> (&'static str, &'static str) {
    match hosting {
        Some("github") if !slug.is_empty() => ("github", "GitHub"),
        Some("gitlab") if !slug.is_empty() => ("gitlab", "GitLab"),
        Some("github") => ("other", "GitHub"),
        Some("gitlab") => ("other", "GitLab"),
        Some("bitbucket") => ("other", "Bitbucket"),
        Some("forgejo") => ("other", "Forgejo"),
        Some("gitea") => ("other", "Gitea"),
        Some("sourcehut") => ("other", "SourceHut"),
        Some("azure") => ("other", "Azure DevOps"),
        Some("gerrit") => ("other", "Gerrit"),
        _ => ("other", "the repository's forge"),
    }
}

/// Lets plain texts through and notes the others, without repeating what they say.
#[derive(Default)]
struct Sieve {
    left_out: Vec<LeftOut>,
}

impl Sieve {
    fn keep(&mut self, what: &str, text: Option<&str>, plain: fn(&str) -> bool) -> String {
        match text {
            Some(text) if plain(text) => text.to_owned(),
            Some(_) => {
                self.drop(what);
                String::new()
            }
            None => String::new(),
        }
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
