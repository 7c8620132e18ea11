//! `abcd routine detect`: what a repository says of itself.

use crate::call::{Call, Document, Outcome, Page};
use crate::commands::here::repository;
use crate::host::Host;
use crate::host::git::Git;
use crate::refusal::Fault;
use crate::registry::args;
use crate::routine::detect::rows::Rows;
use crate::routine::detect::{
    Checkout, Contradiction, Evidence, Facts, Head, Merge, Release, Requires, Subproject, WorkflowFact,
    detect,
};

pub(crate) fn run(_: args::RoutineDetect, call: &Call, host: &Host) -> Outcome<Facts> {
    let place = repository(call, host)?;
    let git = Git::at(&host.env, &place.root);
    let facts = detect(&place, &git, &Rows::of_tables());
    Ok(facts.map_err(|unread| Fault::new(unread.to_string()))?.into())
}

impl Document for Facts {
    fn page(&self, page: &mut Page) {
        let known =
            |value: &Option<String>| value.clone().unwrap_or_else(|| "not known from the disk".to_owned());
        page.line(format!("default branch  {}", known(&self.repository.default_branch)));
        if let Some(hosting) = &self.repository.hosting {
            page.line(format!(
                "hosting         {hosting} {}",
                self.repository.slug.as_deref().unwrap_or_default()
            ));
        }
        page.line(format!("checked out     {}", checked_out(&self.checkout)));
        section(
            page,
            "gates",
            self.gates.iter().map(|gate| {
                let dir = if gate.dir == "." { String::new() } else { format!("  in {}", gate.dir) };
                let kind = word(&gate.kind);
                format!(
                    "{kind:<10} {}{dir}  ({}, {})",
                    gate.command,
                    word(&gate.certainty),
                    places(&gate.evidence)
                )
            }),
        );
        if self.gates.is_empty() {
            page.line("no gate was found: ask a maintainer what a change must pass");
        }
        section(
            page,
            "toolchains",
            self.toolchains
                .iter()
                .map(|tool| format!("{} in {}  ({})", tool.id, tool.dir, places(&tool.evidence))),
        );
        section(page, "tiers", self.tiers.iter().map(|tier| format!("{}  {}", tier.path, word(&tier.state))));
        section(
            page,
            "decision log",
            self.decision_log.iter().map(|log| format!("{}  {}", log.path, word(&log.state))),
        );
        section(
            page,
            "caveats",
            self.caveats.iter().map(|caveat| format!("{}  ({})", caveat.text, places(&caveat.evidence))),
        );
        section(page, "release", self.release.iter().map(|release| cut(release)));
        let jobs = |flow: &WorkflowFact| {
            let waits =
                flow.jobs.iter().filter(|job| job.requires == Requires::Likely).map(|job| job.id.as_str());
            let waits = waits.collect::<Vec<_>>().join(", ");
            let waits = if waits.is_empty() {
                "no job that looks required".to_owned()
            } else {
                format!("likely required: {waits}")
            };
            format!("{}  {waits}", flow.path)
        };
        section(page, "started by a pull request", self.workflows.iter().map(jobs));
        section(page, "merging", merging(&self.merge).into_iter());
        section(page, "projects below", self.subprojects.iter().map(below));
        section(
            page,
            "agent instructions",
            self.instructions.iter().map(|file| {
                if file.imports.is_empty() {
                    file.path.clone()
                } else {
                    format!("{} with {}", file.path, file.imports.join(", "))
                }
            }),
        );
        section(page, "contradictions", self.contradictions.iter().map(settled));
        section(
            page,
            "left alone",
            self.skipped.iter().map(|skipped| format!("{}: {}", skipped.path, skipped.why)),
        );
    }
}

fn cut(release: &Release) -> String {
    format!(
        "{}  ({}, {}, {})",
        release.how,
        release.kind,
        word(&release.certainty),
        places(&release.evidence)
    )
}

fn merging(merge: &Merge) -> Vec<String> {
    let style = format!(
        "{}  ({} of the last {} commits merge a branch, {} are numbered, {} were put there by somebody else)",
        word(&merge.style),
        merge.merged,
        merge.sampled,
        merge.squashed,
        merge.rebased
    );
    let signs = merge.signs.iter().map(|sign| format!("{}  ({})", sign.means, places(&sign.evidence)));
    (merge.sampled > 0).then_some(style).into_iter().chain(signs).collect()
}

/// A project of a monorepo, on one line.
fn below(project: &Subproject) -> String {
    let gates: Vec<&str> = project.gates.iter().map(|gate| gate.command.as_str()).collect();
    let gates = if gates.is_empty() { "no gate of its own".to_owned() } else { gates.join(" · ") };
    format!("{} ({}): {gates}", project.dir, project.toolchains.join(", "))
}

/// Two answers, and which one counts.
fn settled(found: &Contradiction) -> String {
    let choices =
        found.choices.iter().map(|choice| format!("{} ({})", choice.says, places(&choice.evidence)));
    let choices = choices.collect::<Vec<_>>().join(" or ");
    match &found.settled {
        Some(settled) => format!("{}: {choices}; {settled} counts: {}", found.about, found.by),
        None => format!("{}: {choices}; {}", found.about, found.by),
    }
}

/// What is checked out, and what is special about it.
fn checked_out(checkout: &Checkout) -> String {
    let head = match (&checkout.branch, checkout.head) {
        (Some(branch), Head::Unborn) => format!("{branch}, without a commit"),
        (Some(branch), _) => branch.clone(),
        (None, Head::Detached) => "a commit, no branch".to_owned(),
        (None, Head::Branch | Head::Unborn) => "a branch whose name is not plain".to_owned(),
        (None, Head::Unknown) => "not known from the disk".to_owned(),
    };
    let special = [
        (checkout.shallow, "a shallow clone"),
        (checkout.linked, "a linked worktree"),
        (checkout.submodule, "a submodule"),
    ];
    let special = special.into_iter().filter(|(is, _)| *is).map(|(_, what)| what);
    std::iter::once(head.as_str()).chain(special).collect::<Vec<_>>().join(", ")
}

fn section(page: &mut Page, name: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        page.blank();
        page.heading(name);
        lines.for_each(|line| page.line(format!("  {line}")));
    }
}

fn places(evidence: &[Evidence]) -> String {
    let places: Vec<String> = evidence.iter().take(3).map(|at| format!("{}:{}", at.path, at.line)).collect();
    places.join(", ")
}

/// The name of a value as JSON has it.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
