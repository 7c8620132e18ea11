//! `abcd routine render`: the finished prompt of a loop, printed or laid into the repository.

use schemars::JsonSchema;
use serde::Serialize;

use super::asked::Asked;
use super::at::At;
use super::lay::{Chosen, Seen};
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::person::Ceiling;
use crate::registry::args;
use crate::routine::detect::Facts;
use crate::routine::manifest::Schedule;
use crate::routine::record::layers::Lowered;
use crate::routine::record::make::Made;
use crate::routine::render::{Answers, Carried, LeftOut};
use crate::settings::Settings;

/// A prompt, and what it was made from.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Prompt {
    /// The routine's name.
    name: String,
    /// The archetype's name.
    archetype: String,
    /// The version of its template.
    template_version: u32,
    /// The prompt: Markdown, with one final newline.
    prompt: String,
    /// What the loop was asked to do, by the question's id, as the prompt has it.
    answers: Answers,
    /// What a host is told.
    schedule: Schedule,
    /// How far the loop may merge.
    authority: Ceiling,
    /// A merge authority that was asked for and not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    lowered: Option<Lowered>,
    /// What is known of the repository.
    facts: Facts,
    /// The rules that the prompt carries, each with its text as it stands there.
    invariants: Vec<Carried>,
    /// What the repository says and the prompt does not.
    left_out: Vec<LeftOut>,
    /// The files that were written, from the top of the repository; empty without `--write`.
    written: Vec<String>,
    /// Whether the files are what the caller asked for, in place of the prompt.
    #[serde(skip)]
    laid: bool,
}

pub(crate) fn run(args: args::RoutineRender, call: &Call, host: &Host) -> Outcome<Prompt> {
    let at = At::of(call, host)?;
    let chosen = Chosen::of(&at, args.name.as_deref(), args.archetype.as_deref(), args.template_version)?;
    let asked = Asked::of(args.answers.as_deref(), &args.set, host)?;
    let own = Settings::of(&at.root)?.routine;
    let layers = asked.layers(chosen.edition, &at.terms.settings, &own, chosen.laid.as_ref())?;
    let seen = Seen::of(&at, &chosen, host)?;
    let mut made = seen.made(&chosen, &layers)?;
    let mut written = Vec::new();
    if args.write {
        let lock = seen.lock(&at, &chosen.name, host)?;
        made = Seen::settled(&at, made, args.approve)?;
        written = Seen::lay(&at, &made, &lock)?;
    }
    Ok(prompt(made, seen.found.facts, written, args.write).into())
}

fn prompt(made: Made, facts: Facts, written: Vec<String>, laid: bool) -> Prompt {
    Prompt {
        name: made.record.name,
        archetype: made.rendered.archetype,
        template_version: made.rendered.template_version,
        prompt: made.rendered.prompt,
        answers: made.rendered.answers,
        schedule: made.schedule,
        authority: made.record.authority,
        lowered: made.lowered,
        facts,
        invariants: made.rendered.invariants,
        left_out: made.rendered.left_out,
        written,
        laid,
    }
}

impl Document for Prompt {
    fn page(&self, page: &mut Page) {
        if let Some(lowered) = &self.lowered {
            page.note(lowered.to_string());
        }
        if !self.laid {
            page.text(&self.prompt);
        } else if self.written.is_empty() {
            page.line("The routine stands there already; nothing was changed.");
        }
        for path in &self.written {
            page.line(format!("wrote {path}"));
        }
    }
}
