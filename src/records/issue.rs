//! An issue: its fields, how they are read, and which folder they fit.

use serde::Serialize;

use super::fields::{Fields, Flaw};
use super::frontmatter::Document;
use super::id::Id;
use crate::registry::values::{Category, Family, Impact, ProductionMode, Severity, Source, State};

/// The version of the format, in every record.
pub const SCHEMA_VERSION: u64 = 1;

/// Every field that a record may have, in the order in which they are written.
pub const FIELDS: [&str; 33] = [
    "schema_version",
    "id",
    "slug",
    "severity",
    "category",
    "source",
    "found_during",
    "origin",
    "production_mode",
    "found_at",
    "lapsed_at",
    "remedy",
    "blocked_by",
    "related_intents",
    "related_specs",
    "related_issues",
    "duplicates",
    "promoted_to",
    "deferred_after",
    "deferral_reason",
    "details",
    "suggested_fix",
    "synthesis_clusters",
    "impact",
    "resolution",
    "wontfix_reason",
    "resolved_by",
    "shipped_in",
    // Older records have them; they are kept and mean nothing.
    "created",
    "updated",
    "created_at",
    "updated_at",
    "grounds",
];

/// What settled an issue, as far as it was said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ResolvedBy {
    /// The intent.
    #[schemars(with = "Option<String>")]
    pub intent: Option<Id>,
    /// The spec.
    #[schemars(with = "Option<String>")]
    pub spec: Option<Id>,
    /// The commit: 7 to 64 lower-case hexadecimal digits.
    pub commit: Option<String>,
}

/// One issue as its file has it. What is not there is `None` or empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[expect(missing_docs, reason = "each field has the name and meaning of the field in the file")]
pub struct Issue {
    #[schemars(with = "String")]
    pub id: Id,
    pub slug: String,
    pub severity: Severity,
    pub category: Category,
    pub source: Source,
    pub found_during: String,
    pub origin: Option<String>,
    pub production_mode: Option<ProductionMode>,
    pub found_at: Option<String>,
    pub lapsed_at: Option<String>,
    pub remedy: Option<String>,
    #[schemars(with = "Vec<String>")]
    pub blocked_by: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub related_intents: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub related_specs: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub related_issues: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub duplicates: Vec<Id>,
    pub promoted_to: Option<String>,
    pub deferred_after: Option<String>,
    pub deferral_reason: Option<String>,
    pub details: Option<String>,
    pub suggested_fix: Option<String>,
    pub synthesis_clusters: Vec<String>,
    pub impact: Option<Impact>,
    pub resolution: Option<String>,
    pub wontfix_reason: Option<String>,
    pub resolved_by: Option<ResolvedBy>,
    pub shipped_in: Option<String>,
    /// The text below the head.
    pub text: String,
}

impl Issue {
    /// Reads an issue from its record; all that is wrong comes back at once.
    pub fn read(document: &Document) -> Result<Self, Vec<Flaw>> {
        let mut fields = Fields::of(document, &FIELDS);
        fields.version("schema_version", SCHEMA_VERSION);
        let id = fields.id("id", Family::Iss);
        let slug = fields.slug("slug");
        let severity = fields.needed_choice("severity");
        let category = fields.needed_choice("category");
        let source = fields.needed_choice("source");
        let found_during = fields.needed_text("found_during");
        let resolved_by = fields.map("resolved_by", &["intent", "spec", "commit"], |inner| ResolvedBy {
            intent: inner.id_if_there("intent", Family::Itd),
            spec: inner.id_if_there("spec", Family::Spc),
            commit: inner.text("commit"),
        });
        let rest = Rest {
            production_mode: fields.choice("production_mode"),
            impact: fields.choice("impact"),
            blocked_by: fields.ids("blocked_by", Family::Iss),
            related_intents: fields.ids("related_intents", Family::Itd),
            related_specs: fields.ids("related_specs", Family::Spc),
            related_issues: fields.ids("related_issues", Family::Iss),
            duplicates: fields.ids("duplicates", Family::Iss),
            synthesis_clusters: fields.texts("synthesis_clusters"),
        };
        let mut text = |key| fields.text(key);
        let texts = (
            [text("origin"), text("found_at"), text("lapsed_at"), text("remedy"), text("promoted_to")],
            [text("deferred_after"), text("deferral_reason"), text("details"), text("suggested_fix")],
            [text("resolution"), text("wontfix_reason"), text("shipped_in")],
        );
        let flaws = fields.flaws();
        let (Some(id), Some(slug), Some(severity), Some(category), Some(source), Some(found_during), true) =
            (id, slug, severity, category, source, found_during, flaws.is_empty())
        else {
            return Err(flaws);
        };
        let ([origin, found_at, lapsed_at, remedy, promoted_to], deferral, closing) = texts;
        let [deferred_after, deferral_reason, details, suggested_fix] = deferral;
        let [resolution, wontfix_reason, shipped_in] = closing;
        Ok(Self {
            id,
            slug,
            severity,
            category,
            source,
            found_during,
            origin,
            production_mode: rest.production_mode,
            found_at,
            lapsed_at,
            remedy,
            blocked_by: rest.blocked_by,
            related_intents: rest.related_intents,
            related_specs: rest.related_specs,
            related_issues: rest.related_issues,
            duplicates: rest.duplicates,
            promoted_to,
            deferred_after,
            deferral_reason,
            details,
            suggested_fix,
            synthesis_clusters: rest.synthesis_clusters,
            impact: rest.impact,
            resolution,
            wontfix_reason,
            resolved_by,
            shipped_in,
            text: document.body().replace("\r\n", "\n").trim_end().to_owned(),
        })
    }

    /// The first line of the text; the slug's words where there is none.
    pub fn title(&self) -> String {
        let line = self.text.lines().find(|line| !line.trim().is_empty());
        line.map_or_else(|| self.slug.replace('-', " "), |line| line.trim().to_owned())
    }

    /// The file name that the issue must have.
    pub fn file_name(&self) -> String {
        format!("{}-{}.md", self.id, self.slug)
    }

    /// What closed it, in words; blank words close nothing.
    pub fn closing(&self, state: State) -> Option<&str> {
        let words = match state {
            State::Open => None,
            State::Resolved => self.resolution.as_deref(),
            State::Wontfix => self.wontfix_reason.as_deref(),
        };
        words.filter(|words| !words.trim().is_empty())
    }

    /// What does not fit the folder of `state`.
    pub fn misplaced(&self, state: State) -> Vec<Flaw> {
        let own = match state {
            State::Open => None,
            State::Resolved => Some("resolution"),
            State::Wontfix => Some("wontfix_reason"),
        };
        let mut flaws = Vec::new();
        if let (Some(field), None) = (own, self.closing(state)) {
            flaws.push(Flaw::new(format!("it stands in `{state}/` and has no `{field}`")));
        }
        for (field, words) in [("resolution", &self.resolution), ("wontfix_reason", &self.wontfix_reason)] {
            if words.is_some() && own != Some(field) {
                flaws.push(Flaw::new(format!("it stands in `{state}/` and has a `{field}`")));
            }
        }
        flaws
    }
}

/// Fields that are no plain texts, read before the document is let go.
struct Rest {
    production_mode: Option<ProductionMode>,
    impact: Option<Impact>,
    blocked_by: Vec<Id>,
    related_intents: Vec<Id>,
    related_specs: Vec<Id>,
    related_issues: Vec<Id>,
    duplicates: Vec<Id>,
    synthesis_clusters: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::Issue;
    use crate::records::frontmatter::Document;
    use crate::registry::values::{Impact, State};

    const WHOLE: &str = "---\nschema_version: 1\nid: iss-12\nslug: a-b\nseverity: minor\ncategory: bug\n\
        source: agent-finding\nfound_during: \"a walk\"\n---\n\nIt breaks.\n";

    fn read(text: &str) -> Result<Issue, Vec<String>> {
        let issue = Issue::read(&Document::parse(text).unwrap());
        issue.map_err(|flaws| flaws.iter().map(ToString::to_string).collect())
    }

    fn with(line: &str) -> Result<Issue, Vec<String>> {
        read(&WHOLE.replace("found_during", &format!("{line}\nfound_during")))
    }

    #[test]
    fn a_whole_issue_is_read() {
        let issue =
            with("blocked_by: [iss-3, ISS-04]\nimpact: fix\nresolved_by:\n  commit: abc1234").unwrap();
        assert_eq!((issue.title().as_str(), issue.file_name().as_str()), ("It breaks.", "iss-12-a-b.md"));
        assert_eq!(issue.blocked_by.iter().map(ToString::to_string).collect::<Vec<_>>(), ["iss-3", "iss-4"]);
        assert_eq!(issue.impact, Some(Impact::Fix));
        assert_eq!(issue.resolved_by.unwrap().commit.as_deref(), Some("abc1234"));
    }

    #[test]
    fn each_breach_is_named() {
        for (line, flaw) in [
            ("colour: red", "line 8: `colour` is no field of this record"),
            ("blocked_by: [iss-3, iss-03]", "line 8: `blocked_by` lists one value twice"),
            ("blocked_by: [itd-3]", "line 8: `blocked_by` holds something that is no iss id"),
            ("blocked_by: iss-3", "line 8: `blocked_by` is no list"),
            ("remedy: [a]", "line 8: `remedy` is no text"),
            ("resolved_by: abc", "line 8: `resolved_by` has no lines below it"),
            ("resolved_by:\n  who: me", "line 8: `resolved_by` has a field `who` that it does not know"),
            ("impact: huge", "line 8: `impact` must be one of additive, breaking, fix, internal"),
        ] {
            assert_eq!(with(line), Err(vec![flaw.to_owned()]), "{line}");
        }
    }

    #[test]
    fn every_missing_field_is_named_at_once() {
        let flaws = read("---\nid: iss-0\nseverity: bad\n---\n").unwrap_err();
        assert_eq!(
            flaws,
            [
                "`schema_version` is missing",
                "line 2: `id` is no iss id",
                "`slug` is missing",
                "line 3: `severity` must be one of nitpick, minor, major, critical",
                "`category` is missing",
                "`source` is missing",
                "`found_during` is missing",
            ]
        );
    }

    #[test]
    fn the_folder_must_fit_the_closing_words() {
        let open = read(WHOLE).unwrap();
        let resolved = with("resolution: \"done\"").unwrap();
        let blank = with("resolution: \" \"").unwrap();
        let both = with("resolution: done\nwontfix_reason: no").unwrap();
        assert!(open.misplaced(State::Open).is_empty());
        assert!(resolved.misplaced(State::Resolved).is_empty());
        for (issue, state, flaws) in [
            (&open, State::Resolved, 1),
            (&open, State::Wontfix, 1),
            (&resolved, State::Open, 1),
            (&resolved, State::Wontfix, 2),
            (&blank, State::Resolved, 1),
            (&both, State::Resolved, 1),
            (&both, State::Open, 2),
        ] {
            assert_eq!(issue.misplaced(state).len(), flaws, "{state}: {issue:?}");
        }
    }
}
