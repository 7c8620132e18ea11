//! A problem as a person reads it: file, line, column, the line itself with a caret, and help.

use serde::Serialize;

use super::source::{Problem, Source};

/// A problem with its place worked out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
pub struct Finding {
    /// The file, relative to the folder that the tables stand in.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    #[serde(skip)]
    shown: String,
    #[serde(skip)]
    width: usize,
}

impl Finding {
    /// Places `problem` in the source it came from.
    pub fn new(problem: &Problem, source: &Source) -> Self {
        let text = source.text.as_str();
        let at = floor(text, problem.span.start);
        let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
        let shown = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let end = floor(text, problem.span.end).clamp(at, start + shown.len().max(at - start));
        Self {
            path: source.path.clone(),
            line: source.line(at),
            column: 1 + text.get(start..at).map_or(0, |before| before.chars().count()),
            message: problem.message.clone(),
            help: problem.help.clone(),
            shown: shown.to_owned(),
            width: text.get(at..end).map_or(1, |marked| marked.chars().count()).max(1),
        }
    }

    /// The report, without a newline at its end.
    pub fn text(&self) -> String {
        let gutter = self.line.to_string().len();
        let mut out = format!("{}:{}:{}: {}\n", self.path, self.line, self.column, self.message);
        let indent = self.column - 1;
        let (width, shown) = (self.width, &self.shown);
        let line = self.line;
        let rows = [
            format!("{:gutter$} |", ""),
            format!("{line} | {shown}"),
            format!("{:gutter$} | {:indent$}{}", "", "", "^".repeat(width)),
            format!("{:gutter$} = help: {}", "", self.help),
        ];
        out.push_str(&rows.join("\n"));
        out
    }
}

/// The findings of all problems, in the order of their files and lines.
pub fn findings(problems: &[Problem], sources: &[Source]) -> Vec<Finding> {
    let mut ordered: Vec<&Problem> = problems.iter().collect();
    ordered.sort_by_key(|problem| (problem.file, problem.span.start, problem.message.clone()));
    ordered.dedup();
    ordered
        .into_iter()
        .filter_map(|problem| Some(Finding::new(problem, sources.get(problem.file)?)))
        .collect()
}

/// The nearest character boundary at or before `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
