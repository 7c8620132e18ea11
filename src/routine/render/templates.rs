//! The templates that are built in: names relative to `templates/`, lines ended by `\n`.
//!
//! The list is by hand until the build writes it; a test holds it against the folder.

/// Every template: its name and its text, sorted by name.
pub static TEMPLATES: &[(&str, &str)] = &[
    (
        "invariants/additive-allowlist.md.jinja",
        include_str!("../../../templates/invariants/additive-allowlist.md.jinja"),
    ),
    (
        "invariants/bounded-ci-wait.md.jinja",
        include_str!("../../../templates/invariants/bounded-ci-wait.md.jinja"),
    ),
    (
        "invariants/host-makes-platform-calls.md.jinja",
        include_str!("../../../templates/invariants/host-makes-platform-calls.md.jinja"),
    ),
    (
        "invariants/maintainer-trust.md.jinja",
        include_str!("../../../templates/invariants/maintainer-trust.md.jinja"),
    ),
    (
        "invariants/multi-round-cap.md.jinja",
        include_str!("../../../templates/invariants/multi-round-cap.md.jinja"),
    ),
    ("invariants/needs-human.md.jinja", include_str!("../../../templates/invariants/needs-human.md.jinja")),
    (
        "invariants/never-discard-what-is-read.md.jinja",
        include_str!("../../../templates/invariants/never-discard-what-is-read.md.jinja"),
    ),
    (
        "invariants/no-credential-in-abcd.md.jinja",
        include_str!("../../../templates/invariants/no-credential-in-abcd.md.jinja"),
    ),
    ("invariants/one-round.md.jinja", include_str!("../../../templates/invariants/one-round.md.jinja")),
    (
        "invariants/proof-of-work.md.jinja",
        include_str!("../../../templates/invariants/proof-of-work.md.jinja"),
    ),
    (
        "invariants/public-text-ban.md.jinja",
        include_str!("../../../templates/invariants/public-text-ban.md.jinja"),
    ),
    (
        "invariants/refuter-count.md.jinja",
        include_str!("../../../templates/invariants/refuter-count.md.jinja"),
    ),
    (
        "invariants/resume-pushed-branch.md.jinja",
        include_str!("../../../templates/invariants/resume-pushed-branch.md.jinja"),
    ),
    (
        "invariants/rewrites-need-authority.md.jinja",
        include_str!("../../../templates/invariants/rewrites-need-authority.md.jinja"),
    ),
    (
        "invariants/stop-conditions.md.jinja",
        include_str!("../../../templates/invariants/stop-conditions.md.jinja"),
    ),
    (
        "invariants/stored-reread.md.jinja",
        include_str!("../../../templates/invariants/stored-reread.md.jinja"),
    ),
    (
        "invariants/strict-up-to-date.md.jinja",
        include_str!("../../../templates/invariants/strict-up-to-date.md.jinja"),
    ),
    (
        "invariants/structural-attempt-same-gates.md.jinja",
        include_str!("../../../templates/invariants/structural-attempt-same-gates.md.jinja"),
    ),
    (
        "invariants/update-the-branch.md.jinja",
        include_str!("../../../templates/invariants/update-the-branch.md.jinja"),
    ),
    ("invariants/wait-for-all.md.jinja", include_str!("../../../templates/invariants/wait-for-all.md.jinja")),
    (
        "invariants/worktree-per-subagent.md.jinja",
        include_str!("../../../templates/invariants/worktree-per-subagent.md.jinja"),
    ),
    ("routines/bug-hunt.md.jinja", include_str!("../../../templates/routines/bug-hunt.md.jinja")),
];

/// The text of a template. A checkout with other line ends gives the same text.
pub fn text(name: &str) -> Option<String> {
    let found = TEMPLATES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    TEMPLATES.get(found).map(|(_, text)| text.replace("\r\n", "\n"))
}
