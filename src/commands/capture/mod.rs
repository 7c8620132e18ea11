//! `abcd capture`: files an issue.

pub(crate) mod brief;
pub(crate) mod changed;
pub(crate) mod link;
pub(crate) mod list;
pub(crate) mod promote;
pub(crate) mod remedy;
pub(crate) mod repair;
pub(crate) mod resolve;
pub(crate) mod show;
pub(crate) mod wontfix;

use serde::Serialize;

use super::here::repository;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::records::capture::{Wish, file, judge};
use crate::records::id::Id;
use crate::records::standing::ignored;
use crate::registry::args;
use crate::registry::values::{Category, Severity, State};

/// The issue that was filed.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Captured {
    /// Its id.
    #[schemars(with = "String")]
    id: Id,
    /// Where it stands.
    state: State,
    /// How bad it is.
    severity: Severity,
    /// What sort of thing it is about.
    category: Category,
    /// Its file, from the top of the repository.
    path: String,
    /// Whether the file is in a commit; a new one never is.
    committed: bool,
    /// Whether git ignores the file, so that it cannot be committed as it is; none where git did not say.
    ignored: Option<bool>,
}

pub(crate) fn run(args: args::Capture, call: &Call, host: &Host) -> Outcome<Captured> {
    let wish = Wish {
        text: args.text,
        remedy: args.remedy,
        severity: args.severity,
        category: args.category,
        source: args.source,
        found_during: args.found_during,
        found_at: args.found_at,
        blocked_by: args.blocked_by,
        slug: args.slug,
        lapsed_at: args.lapsed_at,
        production_mode: args.production_mode,
    };
    let judged = judge(wish)?;
    let repository = repository(call, host)?;
    let record = file(&repository, host, &judged)?;
    let path = record.name.path();
    let ignored = ignored(&repository, host, std::slice::from_ref(&path));
    let captured = Captured {
        id: record.issue.id,
        state: record.name.state,
        severity: record.issue.severity,
        category: record.issue.category,
        path,
        committed: false,
        ignored: ignored.and_then(|hits| hits.first().copied()),
    };
    Ok(captured.into())
}

impl Document for Captured {
    fn page(&self, page: &mut Page) {
        page.line(format!("filed {} ({} {})", self.id, self.severity, self.category));
        let then = match self.ignored {
            Some(true) => "; git ignores this path, so mend the ignore rules before you commit it",
            _ => " yet; commit it with your next change",
        };
        page.line(format!("{} is not committed{then}", self.path));
    }
}
