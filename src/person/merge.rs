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

/// How far a routine may merge in one repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowed {
    /// So far.
    pub ceiling: Ceiling,
    /// What in the person's settings would raise it.
    pub key: String,
}

impl Allowed {
    /// What the general ceiling allows.
    pub fn of(ceiling: Ceiling) -> Self {
        Self { ceiling, key: "merge.ceiling".to_owned() }
    }
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
    /// The ceiling of a repository, and the key that would raise it.
    ///
    /// A row that names the repository whole decides; else, of the patterns that match, the lowest; else
    /// the general ceiling. Forges do not tell letter case apart, so rows do not either. Where it is not known
    /// which repository it is, any row may be meant, and the lowest of all holds.
    pub fn of(&self, place: Option<&str>) -> Allowed {
        let lowest = |fits: &dyn Fn(&str) -> bool| {
            let rules = self.repository.iter().filter(|rule| fits(&rule.pattern.to_ascii_lowercase()));
            rules.map(|rule| rule.ceiling).min()
        };
        let Some(place) = place.map(str::to_ascii_lowercase) else {
            let ceiling = lowest(&|_| true).map_or(self.ceiling, |lowest| lowest.min(self.ceiling));
            return Allowed::of(ceiling);
        };
        let named = lowest(&|pattern| pattern == place);
        let ceiling = named.or_else(|| lowest(&|pattern| matches(pattern, &place))).unwrap_or(self.ceiling);
        Allowed { ceiling, key: format!("merge.repository with match = \"{place}\"") }
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
        assert_eq!(merge.of(Some("github.com/ada/tide")).ceiling, Ceiling::Additive);
        assert_eq!(merge.of(Some("github.com/ada/reef")).ceiling, Ceiling::All);
        assert_eq!(merge.of(Some("github.com/bob/tide")).ceiling, Ceiling::All);
        for other in
            ["gitlab.com/ada/reef", "github.com/ada/x/reef", "github.com/ada", "evil/github.com/ada/reef"]
        {
            assert_eq!(merge.of(Some(other)).ceiling, Ceiling::None, "{other}");
        }
    }

    #[test]
    fn letter_case_gets_nobody_round_a_row_and_an_unknown_repository_has_the_lowest_of_all() {
        let merge =
            Merge { ceiling: Ceiling::All, repository: vec![rule("github.com/ada/Secret", Ceiling::None)] };
        for (place, ceiling) in [
            (Some("github.com/Ada/secret"), Ceiling::None),
            (Some("github.com/ada/open"), Ceiling::All),
            (None, Ceiling::None),
        ] {
            assert_eq!(merge.of(place).ceiling, ceiling, "{place:?}");
        }
        let key = merge.of(Some("github.com/Ada/open")).key;
        assert_eq!(key, "merge.repository with match = \"github.com/ada/open\"");
    }

    #[test]
    fn a_star_stays_within_its_part() {
        let merge = |pattern| Merge { ceiling: Ceiling::None, repository: vec![rule(pattern, Ceiling::All)] };
        assert_eq!(merge("*/*/*").of(Some("a/b/c")).ceiling, Ceiling::All);
        assert_eq!(merge("a/b-*-d/c").of(Some("a/b-x-y-d/c")).ceiling, Ceiling::All);
        assert_eq!(merge("a/*").of(Some("a/b/c")).ceiling, Ceiling::None);
        assert_eq!(merge("*").of(Some("a/b/c")).ceiling, Ceiling::None);
    }
}
