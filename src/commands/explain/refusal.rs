//! The page of one code.

use schemars::JsonSchema;
use serde::Serialize;

use crate::call::Page;
use crate::registry::raises::raised_by;
use crate::registry::refusals::Entry;

/// Everything about one code.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CodePage {
    /// `verb/reason`.
    code: &'static str,
    /// The exit status that it leaves with: 2 refused, 3 held by someone else.
    exit: u8,
    /// What was refused.
    summary: &'static str,
    /// What to do about it.
    hint: &'static str,
    /// The command that helps.
    next: Option<&'static str>,
    /// Whom to ask or what to wait for, where no command helps.
    next_none: Option<&'static str>,
    /// Why the rule exists.
    explanation: &'static str,
    /// The paths of the commands that raise it.
    raised_by: Vec<&'static str>,
    /// The release tag that retired it.
    retired: Option<&'static str>,
    /// The code that took its place.
    replaced_by: Option<&'static str>,
    /// The file and line of its row.
    row: &'static str,
}

impl CodePage {
    pub(super) fn new(entry: Entry) -> Self {
        let row = entry.row;
        Self {
            code: &row.code,
            exit: row.exit.status(),
            summary: &row.summary,
            hint: &row.hint,
            next: row.next.as_deref(),
            next_none: row.next_none.as_deref(),
            explanation: row.explanation.trim(),
            raised_by: raised_by(entry),
            retired: row.retired.as_deref(),
            replaced_by: row.replaced_by.as_deref(),
            row: entry.place,
        }
    }

    pub(super) fn page(&self, page: &mut Page) {
        page.heading(format!("{}: {}", self.code, self.summary));
        page.blank();
        page.text(self.explanation);
        page.blank();
        page.line(format!("hint       {}", self.hint));
        match (self.next, self.next_none) {
            (Some(next), _) => page.line(format!("next       {next}")),
            (None, Some(none)) => page.line(format!("next       none: {none}")),
            (None, None) => {}
        }
        page.line(format!("exit       {}", self.exit));
        if let Some(tag) = self.retired {
            let heir = self.replaced_by.map_or_else(String::new, |heir| format!("; {heir} took its place"));
            page.line(format!("retired    in {tag}{heir}"));
        } else {
            page.line(format!("raised by  {}", self.raised_by.join(", ")));
        }
        page.line(format!("row        {}", self.row));
    }
}

#[cfg(test)]
mod tests {
    use super::CodePage;
    use crate::call::Page;
    use crate::registry::refusals::Entry;
    use crate::tables::model::Text;
    use crate::tables::model::refusals::{Exit, Refusal};

    static RETIRED: Refusal = Refusal {
        code: Text::Borrowed("capture/gone"),
        exit: Exit::Held,
        summary: Text::Borrowed("it was so"),
        hint: Text::Borrowed("do it otherwise"),
        explanation: Text::Borrowed("Once it was a rule.\n"),
        next: Some(Text::Borrowed("abcd away")),
        next_none: None,
        retired: Some(Text::Borrowed("v0.9.0")),
        replaced_by: Some(Text::Borrowed("capture/lone-word")),
    };

    #[test]
    fn a_retired_code_still_answers_and_names_its_heir() {
        let page =
            CodePage::new(Entry { row: &RETIRED, place: "tables/refusals/capture.toml:1", raised_by: &[] });
        let mut text = Page::default();
        page.page(&mut text);
        let lines: Vec<&str> = text.lines().map(|(_, line)| line).collect();
        assert!(lines.contains(&"retired    in v0.9.0; capture/lone-word took its place"), "{lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("raised by")), "{lines:?}");
        let document = serde_json::to_value(&page).unwrap();
        assert_eq!(document["retired"], "v0.9.0");
        assert_eq!(document["replaced_by"], "capture/lone-word");
        assert_eq!(document["raised_by"], serde_json::json!([]));
    }
}
