//! How changes are merged: the style that the history shows, and what on disk asks something of a change.

use schemars::JsonSchema;
use serde::Serialize;

use super::facts::Evidence;
use super::ground::{Ground, join};
use super::rows::Rows;
use super::seen::workflows::Workflow;
use super::targets;
use crate::tables::model::repository::MergeSign;
use crate::tables::model::toolchains::Field;

/// How many commits must have come by pull requests before their style is named.
const ENOUGH: usize = 5;

/// How changes are merged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Merge {
    /// The style that the history shows.
    pub style: Style,
    /// How many commits of the first-parent history were looked at; none where no history was asked for.
    pub sampled: usize,
    /// How many of them merge another branch.
    pub merged: usize,
    /// How many of the others end in the number of a pull request.
    pub squashed: usize,
    /// How many of the rest were put there by somebody else than their author.
    pub rebased: usize,
    /// What on disk asks something of a change, in the order of the tables.
    pub signs: Vec<Sign>,
}

/// How pull requests end up in the history.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// By merge commits.
    Merge,
    /// As one commit each.
    Squash,
    /// As their own commits in a line.
    Rebase,
    /// By more than one of these.
    Mixed,
    /// Too little shows.
    #[default]
    Unknown,
}

/// Something that asks for something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sign {
    /// Its id, from the tables.
    pub id: String,
    /// What it asks, as a sentence of the tables.
    pub means: String,
    /// Where it was read.
    pub evidence: Vec<Evidence>,
}

/// One commit of the history.
#[derive(Debug, Clone, Copy)]
pub(super) struct Commit<'c> {
    pub(super) parents: usize,
    pub(super) author: &'c str,
    pub(super) committer: &'c str,
    pub(super) subject: &'c str,
}

impl Merge {
    /// Counts a commit of the first-parent history.
    pub(super) fn count(&mut self, commit: Commit<'_>) {
        self.sampled += 1;
        if commit.parents > 1 {
            self.merged += 1;
        } else if is_numbered(commit.subject) {
            self.squashed += 1;
        } else if commit.author != commit.committer && commit.parents == 1 {
            self.rebased += 1;
        }
        self.style = self.shown();
    }

    fn shown(&self) -> Style {
        let all = self.merged + self.squashed + self.rebased;
        let most = |count: usize| count * 10 >= all * 8;
        match () {
            () if all < ENOUGH => Style::Unknown,
            () if most(self.merged) => Style::Merge,
            () if most(self.squashed) => Style::Squash,
            () if most(self.rebased) => Style::Rebase,
            () => Style::Mixed,
        }
    }
}

/// Whether a subject ends as forges write it: `(#12)`, `(!12)`.
fn is_numbered(subject: &str) -> bool {
    let number = subject.trim_end().strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    let digits = number.and_then(|(_, number)| number.strip_prefix(['#', '!']));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What on disk asks something of a change.
pub(super) fn signs(ground: &Ground<'_>, rows: &Rows<'_>, workflows: &[Workflow]) -> Vec<Sign> {
    let sign = |row: &MergeSign| {
        let files = row.fields.iter().filter_map(|field| shown(ground, row, field));
        let uses = workflows.iter().flat_map(Workflow::uses);
        let uses = uses.filter(|(uses, _)| row.uses.iter().any(|known| uses.eq_ignore_ascii_case(known)));
        let starts = row.starts.into_iter();
        let starts = starts.flat_map(|by| workflows.iter().filter_map(move |workflow| workflow.starts(by)));
        let mut evidence: Vec<Evidence> = files.chain(uses.map(|(_, at)| at)).chain(starts).collect();
        evidence.sort();
        evidence.dedup();
        let (id, means) = (row.id.to_string(), row.means.to_string());
        (!evidence.is_empty()).then_some(Sign { id, means, evidence })
    };
    rows.merge_signs.iter().filter_map(sign).collect()
}

fn shown(ground: &Ground<'_>, row: &MergeSign, field: &Field) -> Option<Evidence> {
    let path = join(".", &field.file)?;
    if field.path.is_empty() && ground.is_folder(&path) {
        return Some(Evidence::new(&path, 1));
    }
    let at = targets::place_of(ground, field, ".")?;
    if row.holds.is_empty() {
        return Some(at);
    }
    let text = ground.text(&path)?;
    let holds = |line: &str| row.holds.iter().any(|part| line.to_lowercase().contains(part.as_ref()));
    text.lines().position(holds).map(|line| Evidence::new(&path, line + 1))
}

#[cfg(test)]
mod tests {
    use super::{Commit, Merge, Style};

    /// The style of a history of so many merges, numbered, foreign and own commits.
    fn style(merged: usize, squashed: usize, rebased: usize, own: usize) -> Style {
        let one = |parents, committer, subject| Commit { parents, author: "a", committer, subject };
        let all = [
            (merged, one(2, "a", "Merge pull request #3 from x/y")),
            (squashed, one(1, "b", "feat: more (#12)")),
            (rebased, one(1, "b", "feat: more")),
            (own, one(1, "a", "wip (see #12)")),
        ];
        let mut merge = Merge::default();
        all.into_iter().for_each(|(count, commit)| (0..count).for_each(|_| merge.count(commit)));
        assert_eq!(merge.sampled, merged + squashed + rebased + own);
        merge.style
    }

    #[test]
    fn the_style_is_that_of_most_changes() {
        assert_eq!(style(20, 1, 0, 60), Style::Merge);
        assert_eq!(style(1, 30, 2, 0), Style::Squash);
        assert_eq!(style(0, 1, 30, 9), Style::Rebase);
        assert_eq!(style(10, 10, 0, 0), Style::Mixed);
        assert_eq!(style(0, 0, 0, 200), Style::Unknown);
        assert_eq!(style(2, 2, 0, 0), Style::Unknown);
    }
}
