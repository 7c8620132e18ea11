//! What a runner is asked: where the brief stands, where the receipt goes, and with which tools.

use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::refusal::Fault;
use crate::safe::is_hidden;
use crate::tables::model::runners::Runner;

/// The longest time one dispatch may take where nobody says another.
pub const DEADLINE: Duration = Duration::from_hours(1);
/// The longest name of a session, in bytes.
const SESSION: usize = 128;

/// One dispatch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The role, as its row names it.
    pub role: String,
    /// The brief, as an absolute path.
    pub brief: PathBuf,
    /// Where the receipt is to be written, as an absolute path.
    pub receipt: PathBuf,
    /// The repository's top, in which the runner works.
    pub checkout: PathBuf,
    /// The tools of the role's row.
    pub tools: Vec<String>,
    /// A name for the transcript where the runner gives none.
    pub session: String,
    /// How long it may take.
    pub deadline: Duration,
}

impl Request {
    /// Whether every part is one that a runner may be handed.
    pub fn check(&self) -> Result<(), Fault> {
        let role = !self.role.is_empty()
            && self
                .role
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte.is_ascii_digit());
        let paths = [&self.brief, &self.receipt, &self.checkout];
        let wrong = [
            (role, "the role's name"),
            (paths.into_iter().all(|path| is_plain_path(path)), "a path"),
            (self.tools.iter().all(|tool| is_tool(tool)), "a tool"),
            (is_session(&self.session), "the session's name"),
            (!self.deadline.is_zero(), "the deadline"),
        ];
        match wrong.into_iter().find(|(fits, _)| !fits) {
            Some((_, what)) => Err(Fault::new(format!("{what} cannot be handed to a runner"))),
            None => Ok(()),
        }
    }

    /// Whether the path of the receipt can stand among the tools, where some characters part or match.
    pub fn is_grantable(&self) -> bool {
        !path(&self.receipt).contains([',', '(', ')', '*', '?', '[', ']', '{', '}', '"', '\\'])
    }

    /// The words after the program.
    pub fn words(&self, row: &Runner, model: Option<&str>) -> Vec<String> {
        let mut words = Vec::new();
        for word in row.argv.iter() {
            match (word.as_ref(), model) {
                ("{model}", None) => {}
                ("{model}", Some(model)) => {
                    let (_, name) = model.split_once('/').unwrap_or(("", model));
                    words.push(row.model_flag.to_string());
                    words.push(if row.provider_stays { model } else { name }.to_owned());
                }
                _ => words.push(self.filled(word, row)),
            }
        }
        words
    }

    /// What is set in its environment.
    pub fn environment(&self, row: &Runner) -> Vec<(String, String)> {
        row.environment.iter().map(|set| (set.name.to_string(), self.filled(&set.value, row))).collect()
    }

    /// A text with what stands in braces filled in, once: what is filled in is never looked at again.
    fn filled(&self, text: &str, row: &Runner) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let slot = after.split_once('}').and_then(|(slot, after)| Some((self.slot(slot, row)?, after)));
            if let Some((value, after)) = slot {
                out.push_str(&value);
                rest = after;
            } else {
                out.push('{');
                rest = after;
            }
        }
        out + rest
    }

    fn slot(&self, slot: &str, row: &Runner) -> Option<String> {
        Some(match slot {
            "tools" => self.granted(row),
            "folder" => self.brief.parent().map(path).unwrap_or_default(),
            "checkout" => path(&self.checkout),
            "brief" => path(&self.brief),
            "receipt" => path(&self.receipt),
            "receipt_name" => self.receipt_name(),
            "role" => self.role.clone(),
            "prompt" => self.prompt(),
            _ => return None,
        })
    }

    /// The receipt's folder and file, which no other receipt has.
    fn receipt_name(&self) -> String {
        let names: Vec<_> = self.receipt.iter().map(|name| name.to_string_lossy()).collect();
        names.get(names.len().saturating_sub(2)..).unwrap_or_default().join("/")
    }

    /// The role's tools and the right to write its receipt, as the runner is told them.
    fn granted(&self, row: &Runner) -> String {
        let grant = |tool: &&String| row.grants.iter().find(|grant| grant.tool == tool.as_str());
        let of = |tool: &String| grant(&tool).map_or_else(|| tool.clone(), |grant| grant.says.to_string());
        // By entries of its own a runner is only granted what has one.
        let known = |tool: &&String| row.grants.is_empty() || grant(tool).is_some();
        let covered = self.tools.iter().any(|tool| grant(&tool).is_some_and(|grant| grant.receipt));
        let writes = (!covered).then(|| self.filled(&row.writes, row));
        self.tools.iter().filter(known).map(of).chain(writes).collect::<Vec<_>>().join(",")
    }

    /// All that is said to it beside the brief.
    fn prompt(&self) -> String {
        format!(
            "You are the role {}. Read the brief at {} and do what it says. Write your receipt to {} and end.",
            self.role,
            self.brief.display(),
            self.receipt.display()
        )
    }
}

fn path(path: &Path) -> String {
    path.display().to_string()
}

/// Whether a path means one place, and reads the same to whoever is told it.
fn is_plain_path(path: &Path) -> bool {
    path.is_absolute()
        && path.components().all(|part| part != Component::ParentDir)
        && path.to_str().is_some_and(|text| !text.contains(is_hidden))
}

/// A tool's name, or its name and a pattern in brackets, that can stand in a list.
fn is_tool(tool: &str) -> bool {
    let name = tool.split('(').next().unwrap_or_default();
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !tool.contains([',', '\n', '\r', '\0'])
        && (name.len() == tool.len() || tool.ends_with(')'))
}

/// Whether a text may name a session, and with it a file.
pub fn is_session(text: &str) -> bool {
    (1..=SESSION).contains(&text.len())
        && !text.starts_with('.')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{DEADLINE, Request};
    use crate::registry::runners::{RUNNERS, runner};

    fn request() -> Request {
        Request {
            role: "planning-interviewer".to_owned(),
            brief: PathBuf::from("/r/.abcd/t/turn-1.brief.md"),
            receipt: PathBuf::from("/r/.abcd/t/turn-1.receipt.json"),
            checkout: PathBuf::from("/r"),
            tools: vec!["Read".to_owned(), "Grep".to_owned()],
            session: "planning-1".to_owned(),
            deadline: DEADLINE,
        }
    }

    #[test]
    fn the_tools_are_those_of_the_role_and_the_right_to_write_the_receipt() {
        let words = request().words(runner("claude").unwrap(), Some("anthropic/opus"));
        let at = words.iter().position(|word| word == "--allowed-tools").unwrap();
        assert_eq!(
            words[at + 1],
            "Read,Grep,Write(//r/.abcd/t/turn-1.receipt.json),Edit(//r/.abcd/t/turn-1.receipt.json)"
        );
        let at = words.iter().position(|word| word == "--model").unwrap();
        assert_eq!(words[at + 1], "opus");
    }

    #[test]
    fn nothing_is_left_to_fill_in_and_the_prompt_stands_behind_the_dashes() {
        for row in &RUNNERS {
            let words = request().words(row, None);
            assert!(words.iter().all(|word| !word.contains('{')), "{words:?}");
            assert_eq!(words[words.len() - 2], "--", "{}", row.id);
            assert!(words[words.len() - 1].contains("/r/.abcd/t/turn-1.receipt.json"));
        }
    }

    #[test]
    fn a_runner_with_entries_for_tools_is_granted_them_and_denied_the_rest() {
        let row = runner("opencode").unwrap();
        let permission = |tools: &[&str]| {
            let tools = tools.iter().map(|tool| (*tool).to_owned()).collect();
            let set = Request { tools, ..request() }.environment(row);
            let (_, text) = set.into_iter().find(|(name, _)| name == "OPENCODE_PERMISSION").unwrap();
            serde_json::from_str::<serde_json::Value>(&text).unwrap()
        };
        assert_eq!(
            permission(&["Read", "Bash", "Glob"]),
            serde_json::json!({
                "*": "deny", "read": "allow", "glob": "allow", "list": "allow",
                "edit": { "*": "deny", "*t/turn-1.receipt.json": "allow" },
            })
        );
        assert_eq!(permission(&["Edit"]), serde_json::json!({ "*": "deny", "edit": "allow" }));
    }

    #[test]
    fn what_is_filled_in_is_not_filled_in_again() {
        let checkout = PathBuf::from("/r/{role}/{prompt}");
        let words = Request { checkout, ..request() }.words(runner("opencode").unwrap(), None);
        assert!(words.contains(&"/r/{role}/{prompt}".to_owned()), "{words:?}");
    }

    #[test]
    fn a_path_that_could_part_a_list_of_tools_is_seen() {
        assert!(request().is_grantable());
        for receipt in ["/a,b/r", "/a(b)/r", "/a*/r", "/a\"/r"] {
            assert!(!Request { receipt: PathBuf::from(receipt), ..request() }.is_grantable(), "{receipt}");
        }
    }

    #[test]
    fn what_could_be_read_as_something_else_is_not_handed_over() {
        assert_eq!(request().check(), Ok(()));
        for tool in ["", "Read,Edit", "Read\nEdit", "Bash(rm", "--x"] {
            assert!(Request { tools: vec![tool.to_owned()], ..request() }.check().is_err(), "{tool:?}");
        }
        for session in ["", ".x", "a/b", &"a".repeat(129)] {
            assert!(Request { session: session.to_owned(), ..request() }.check().is_err(), "{session}");
        }
        for path in ["r/x", "/r/../x", "/r/\n/x", "/r/\u{202e}x"] {
            assert!(Request { receipt: PathBuf::from(path), ..request() }.check().is_err(), "{path}");
        }
        assert!(Request { role: "A b".to_owned(), ..request() }.check().is_err());
    }
}
