//! Which rules a prompt carries: whole, in other words, or not at all. Whoever wrote it, and whichever
//! template version it was rendered from.
//!
//! `domains` says what a template may read, `derive` fills a rule's template in with all of it, `variant`
//! is one wording that comes out, `sheet` finds in a prompt where a rule stands, `judge` brings both together.

mod derive;
mod domains;
mod judge;
mod sheet;
mod variant;

pub use judge::{Audit, Judged, Patterns, State};

use crate::routine::render::Carried;
use sheet::Sheet;
use variant::Variant;

/// The rules that a prompt lacks, or has in other words than these, by name.
pub fn lacking(prompt: &str, rules: &[Carried]) -> Vec<String> {
    let sheet = Sheet::read(prompt);
    let stands = |rule: &&Carried| {
        Variant::of(&rule.text, &[])
            .is_some_and(|variant| sheet.whole(&rule.id, |block| variant.fits(block, &[])))
    };
    rules.iter().filter(|rule| !stands(rule)).map(|rule| rule.id.clone()).collect()
}
