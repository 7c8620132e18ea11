//! How far a routine may merge, by repository: the one place that can raise it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a routine may set to merge, the least first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ceiling {
    /// Nothing.
    #[default]
    None,
    /// Pull requests that add inert records and nothing else.
    Additive,
    /// Every pull request of its own that is green and reviewed.
    All,
}

/// `[merge]` of the person's settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Merge {
    /// For every repository that no row below names.
    pub ceiling: Ceiling,
    /// For some repositories.
    pub repository: Vec<Rule>,
}

/// The ceiling of the repositories that a pattern matches.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// `host/owner/name`, where a `*` stands for any text within one part.
    #[serde(rename = "match")]
    pub pattern: String,
    /// How far a routine may merge there.
    pub ceiling: Ceiling,
}

impl Ceiling {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Additive => "additive",
            Self::All => "all",
        }
    }

    /// The ceiling of that word.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::None, Self::Additive, Self::All].into_iter().find(|ceiling| ceiling.word() == word)
    }
}

impl Merge {
    /// The ceiling of a repository, and the key that sets it.
    ///
    /// A row that names the repository whole decides; else, of the patterns that match, the lowest; else
    /// the general ceiling. A repository without a remote is matched by none.
    pub fn of(&self, place: Option<&str>) -> Ceiling {
        let Some(place) = place else { return self.ceiling };
        let whole = self.repository.iter().filter(|rule| rule.pattern == place);
        let patterns = self.repository.iter().filter(|rule| matches(&rule.pattern, place));
        let lowest = |rules: &mut dyn Iterator<Item = &Rule>| rules.map(|rule| rule.ceiling).min();
        lowest(&mut whole.into_iter()).or_else(|| lowest(&mut patterns.into_iter())).unwrap_or(self.ceiling)
    }
}

/// Whether a pattern names the place: as many parts, each of which matches.
fn matches(pattern: &str, place: &str) -> bool {
    pattern.split('/').count() == place.split('/').count()
        && pattern.split('/').zip(place.split('/')).all(|(pattern, part)| part_matches(pattern, part))
}

fn part_matches(pattern: &str, part: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == part,
        Some((before, after)) => part.strip_prefix(before).is_some_and(|rest| {
            (0..=rest.len()).filter_map(|at| rest.get(at..)).any(|rest| part_matches(after, rest))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Ceiling, Merge, Rule};

    fn rule(pattern: &str, ceiling: Ceiling) -> Rule {
        Rule { pattern: pattern.to_owned(), ceiling }
    }

    #[test]
    fn a_whole_name_comes_before_patterns_and_of_patterns_the_lowest_holds() {
        let merge = Merge {
            ceiling: Ceiling::None,
            repository: vec![
                rule("github.com/ada/*", Ceiling::Additive),
                rule("github.com/*/tide", Ceiling::All),
                rule("github.com/ada/reef", Ceiling::All),
            ],
        };
        assert_eq!(merge.of(Some("github.com/ada/tide")), Ceiling::Additive);
        assert_eq!(merge.of(Some("github.com/ada/reef")), Ceiling::All);
        assert_eq!(merge.of(Some("github.com/bob/tide")), Ceiling::All);
        for other in
            ["gitlab.com/ada/reef", "github.com/ada/x/reef", "github.com/ada", "evil/github.com/ada/reef"]
        {
            assert_eq!(merge.of(Some(other)), Ceiling::None, "{other}");
        }
        assert_eq!(merge.of(None), Ceiling::None);
    }

    #[test]
    fn a_star_stays_within_its_part() {
        let merge = |pattern| Merge { ceiling: Ceiling::None, repository: vec![rule(pattern, Ceiling::All)] };
        assert_eq!(merge("*/*/*").of(Some("a/b/c")), Ceiling::All);
        assert_eq!(merge("a/b-*-d/c").of(Some("a/b-x-y-d/c")), Ceiling::All);
        assert_eq!(merge("a/*").of(Some("a/b/c")), Ceiling::None);
        assert_eq!(merge("*").of(Some("a/b/c")), Ceiling::None);
    }
}
