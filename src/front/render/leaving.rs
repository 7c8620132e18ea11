//! How a call that stopped leaves: its exit status, what it says, and what a code adds.

use crate::refusal::document::{Coded, ErrorDocument};
use crate::refusal::{Facts, Refusal, Stop};
use crate::tables::model::commands::{Command, Plane};

/// The code of an exit 2 or 3 that was built without one. No table registers it; a test run fails on it.
const UNCODED: &str = "internal/uncoded";

/// A stop, worked out.
pub(super) struct Leaving<'a> {
    pub(super) exit: u8,
    error: &'a str,
    coded: Option<Coded<'a>>,
}

impl<'a> Leaving<'a> {
    /// How `stop` leaves from a call of `command`, made `elsewhere` with `--repo` or not; nothing where an
    /// outside exit turned out to be 0.
    pub(super) fn of(stop: &'a Stop, command: Option<&'static Command>, elsewhere: bool) -> Option<Self> {
        match stop {
            Stop::Refused(refusal) => {
                let hook = command.is_some_and(|command| command.plane == Plane::Hook);
                let usage = refusal.code.row().code.starts_with("usage/");
                // A host reads exit 2 of a hook as an order to block.
                let exit = if hook && usage { 1 } else { refusal.code.row().exit.status() };
                Some(Self { exit, error: refusal.error(), coded: Some(coded(refusal, command, elsewhere)) })
            }
            Stop::Fault(fault) => Some(Self { exit: 1, error: &fault.0, coded: None }),
            Stop::Exit(exit) => match (exit.status(), exit.refusal()) {
                (status, Some(refusal)) => Some(Self {
                    exit: status,
                    error: exit.message(),
                    coded: Some(coded(refusal, command, elsewhere)),
                }),
                (0, None) => None,
                // A fault, and a person who broke off: neither is a refusal.
                (status @ (1 | 130), None) => Some(Self { exit: status, error: exit.message(), coded: None }),
                (status, None) => Some(Self { exit: status, error: exit.message(), coded: Some(uncoded()) }),
            },
        }
    }

    /// The document under `--json`.
    pub(super) fn document(self) -> ErrorDocument<'a> {
        ErrorDocument { abcd: "error", error: self.error, exit_code: self.exit, coded: self.coded }
    }

    /// The lines on standard error.
    pub(super) fn lines(&self) -> Vec<String> {
        let Some(coded) = &self.coded else { return vec![self.error.to_owned()] };
        let what = format!("{}{}", self.error, coded.facts.map_or_else(String::new, aside));
        let attempt = coded.next.as_ref().map_or_else(String::new, |next| format!(" — try: {next}"));
        vec![what, format!("{}{attempt} (abcd explain {})", coded.hint, coded.code)]
    }
}

fn coded<'a>(refusal: &'a Refusal, command: Option<&'static Command>, elsewhere: bool) -> Coded<'a> {
    let row = refusal.code.row();
    let path = command.map_or("", |command| command.path.as_ref());
    Coded {
        code: &row.code,
        hint: &row.hint,
        next: row.next.as_ref().map(|next| offer(next.replace("{command}", path).trim_end(), elsewhere)),
        facts: Some(&refusal.facts).filter(|facts| !facts.is_empty()),
    }
}

/// A template as it is offered after a call that was made `elsewhere`: it names the repository too, by a
/// placeholder, since nothing that the caller typed is repeated. Reading needs no repository.
pub(super) fn offer(template: &str, elsewhere: bool) -> String {
    let names = template.contains("--repo") || template.starts_with("abcd explain");
    if elsewhere && !names { format!("{template} --repo '<the same folder>'") } else { template.to_owned() }
}

fn uncoded() -> Coded<'static> {
    Coded { code: UNCODED, hint: "report this call as a fault of abcd", next: None, facts: None }
}

/// The facts that a person needs, behind what was refused.
fn aside(facts: &Facts) -> String {
    let mut parts = Vec::new();
    if let Some(allowed) = facts.allowed.as_ref().filter(|allowed| !allowed.is_empty()) {
        parts.push(format!("allowed: {}", allowed.join(", ")));
    }
    if let Some(at) = &facts.at {
        parts.push(format!("at: {at}"));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::Leaving;
    use crate::refusal::{Exit, Fault, Refusal, Stop};
    use crate::registry::code;

    fn leaves(stop: Stop) -> Option<(u8, Option<String>)> {
        let leaving = Leaving::of(&stop, None, false)?;
        Some((leaving.exit, leaving.document().coded.map(|coded| coded.code.to_owned())))
    }

    #[test]
    fn an_outside_exit_needs_a_code_when_it_turns_out_to_be_a_refusal() {
        let known = || Refusal::new(code::EXPLAIN_UNKNOWN_CODE);
        let explained = Some("explain/unknown-code".to_owned());
        let uncoded = Some("internal/uncoded".to_owned());
        for (exit, expected) in [
            (Exit::uncoded(0, "went well"), None),
            (Exit::uncoded(1, "broke"), Some((1, None))),
            (Exit::uncoded(130, "interrupted"), Some((130, None))),
            (Exit::uncoded(2, "declined"), Some((2, uncoded.clone()))),
            (Exit::uncoded(3, "held"), Some((3, uncoded))),
            (Exit::coded(2, known()), Some((2, explained.clone()))),
            (Exit::coded(3, known()), Some((3, explained.clone()))),
        ] {
            let status = exit.status();
            assert_eq!(leaves(exit.into()), expected, "{status}");
        }
        assert_eq!(leaves(known().into()), Some((2, explained)));
        assert_eq!(leaves(Fault::new("broke").into()), Some((1, None)));
    }

    #[test]
    fn an_offer_names_the_repository_that_the_call_named() {
        for (template, elsewhere, offered) in [
            ("abcd init", false, "abcd init"),
            ("abcd init", true, "abcd init --repo '<the same folder>'"),
            ("abcd explain capture", true, "abcd explain capture"),
            ("abcd status --repo '<path>'", true, "abcd status --repo '<path>'"),
        ] {
            assert_eq!(super::offer(template, elsewhere), offered);
        }
    }

    #[test]
    fn no_table_registers_what_marks_a_fault_of_ours() {
        assert!(crate::registry::refusals::by_name(super::UNCODED).is_none());
    }
}
