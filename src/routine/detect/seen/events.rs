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

/// Whether a condition keeps a pull request out, as far as its text tells.
pub(super) fn excludes(condition: Option<&Node>) -> bool {
    let Some(text) = condition.and_then(Node::text) else { return false };
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().replace('"', "'");
    if text == "false"
        || text == "${{false}}"
        || text.contains("failure()")
        || text.contains("cancelled()") && !text.contains('!')
    {
        return true;
    }
    let other = [
        "push",
        "schedule",
        "workflow_dispatch",
        "release",
        "issue_comment",
        "workflow_run",
        "repository_dispatch",
    ];
    let only = other.iter().any(|event| text.contains(&format!("event_name=='{event}'")));
    let refs = text.contains("startsWith(github.ref,'refs/tags")
        || text.contains("github.ref=='refs/heads/")
        || text.contains("github.ref_name==")
        || text.contains("github.ref_type=='tag'")
        || text.contains("startsWith(github.ref,'refs/heads");
    let label = text.contains("event.label.name")
        || text.contains("pull_request.labels") && !text.starts_with('!') && !text.contains("!contains");
    let never = text.contains("event_name!='pull_request'");
    let branch = text.contains('|') && text.contains("pull_request'");
    (only || refs || label || never) && !branch && !text.contains("event_name=='pull_request'")
}

/// Whether a failure here fails nothing.
pub(super) fn forgiven(node: &Node) -> bool {
    node.get("continue-on-error").and_then(Node::text) == Some("true")
}
