//! Whether a pull request starts a workflow, a job or a step.

use super::super::document::{Node, Value};

/// What a pull request does by default, or what makes it ready.
const USUAL: [&str; 4] = ["opened", "synchronize", "reopened", "ready_for_review"];

/// Whether the events of a workflow include that a pull request is opened or changed.
pub(super) fn on_pull_request(on: Option<&Node>) -> bool {
    let Some(on) = on else { return false };
    let named = |name: &str| name == "pull_request" || name == "merge_group";
    match &on.value {
        Value::Text(name) => named(name),
        Value::List(items) => items.iter().filter_map(Node::text).any(named),
        Value::Map(entries) => entries.iter().any(|(name, settings)| {
            let types = settings.get("types").map(Node::texts).unwrap_or_default();
            named(name)
                && (types.is_empty()
                    || name == "merge_group"
                    || types.iter().any(|(kind, _)| USUAL.contains(kind)))
        }),
        Value::Null => false,
    }
}

/// Whether a condition keeps a pull request out, as far as its text tells: each of its alternatives does.
pub(in super::super) fn excludes(condition: Option<&Node>) -> bool {
    let Some(text) = condition.and_then(Node::text) else { return false };
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().replace('"', "'");
    let text = text.trim_start_matches("${{").trim_end_matches("}}");
    text.split("||").all(|alternative| alternative.split("&&").any(never))
}

/// Whether one part of a condition is never true for a pull request whose jobs all pass.
fn never(part: &str) -> bool {
    let part = part.trim_matches(['(', ')']);
    if let Some(denied) = part.strip_prefix('!') {
        return denied.contains("event_name=='pull_request");
    }
    let events = [
        "push",
        "schedule",
        "workflow_dispatch",
        "release",
        "issue_comment",
        "workflow_run",
        "repository_dispatch",
    ];
    let refs =
        ["github.ref=='refs/", "github.ref_name==", "github.ref_type=='tag'", "startsWith(github.ref,'refs/"];
    let others =
        ["event.label.name", "event_name!='pull_request'", "pull_request.labels", "failure(", "cancelled("];
    part == "false"
        || events.iter().any(|event| part.contains(&format!("event_name=='{event}'")))
        || refs.iter().chain(&others).any(|text| part.contains(text))
}

/// Whether a failure here fails nothing.
pub(in super::super) fn forgiven(node: &Node) -> bool {
    node.get("continue-on-error").and_then(Node::text) == Some("true")
}

/// Whether a pull request starts a workflow only where it changes some files.
pub(in super::super) fn filtered(on: Option<&Node>) -> bool {
    let settings = on.and_then(|on| on.get("pull_request"));
    settings.is_some_and(|settings| ["paths", "paths-ignore"].iter().any(|key| settings.get(key).is_some()))
}
