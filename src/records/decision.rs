//! A decision and its reasons: `.abcd/development/decisions/adrs/<id>-<slug>.md`.
//!
//! Older ones are named by their number alone, padded or not, and some stand a folder higher, beside files that
//! are no decisions; both are read, and each number is one id however it is spelled.

use serde::Serialize;

use super::body::Body;
use super::desk::Desk;
use super::fields::{Fields, Flaw};
use super::frontmatter::{Document, Value};
use super::guard::meant;
use super::id::Id;
use super::names::Place;
use super::shelf::{Filed, Kept, text_of};
use super::skeleton::{self, Skeleton};
use super::slug::{is_slug, of_text};
use super::text;
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::registry::refusals::Code;
use crate::registry::values::{DecisionStatus, Family, ProductionMode};

/// Every field that a decision may have, in the order in which they are written.
const FIELDS: [&str; 16] = [
    "id",
    "slug",
    "status",
    "date",
    "supersedes",
    "superseded_by",
    "related_adrs",
    "related_intents",
    "related_specs",
    "related_issues",
    "drain_categories",
    "drain_severities",
    "drain_security",
    "drain_remedy",
    "origin",
    "production_mode",
];

/// The folders of decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tray {
    /// Their own.
    Adrs,
    /// The one above it, where other files may stand too.
    Above,
}

/// One decision as its file has it. What is not there is `None` or empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[expect(missing_docs, reason = "each field has the name and meaning of the field in the file")]
pub struct Decision {
    #[schemars(with = "String")]
    pub id: Id,
    pub slug: String,
    pub status: DecisionStatus,
    /// The day, as `YYYY-MM-DD`.
    pub date: String,
    #[schemars(with = "Vec<String>")]
    pub supersedes: Vec<Id>,
    #[schemars(with = "Option<String>")]
    pub superseded_by: Option<Id>,
    #[schemars(with = "Vec<String>")]
    pub related_adrs: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub related_intents: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub related_specs: Vec<Id>,
    #[schemars(with = "Vec<String>")]
    pub related_issues: Vec<Id>,
    pub drain_categories: Vec<String>,
    pub drain_severities: Vec<String>,
    pub drain_security: Option<String>,
    pub drain_remedy: Option<String>,
    pub origin: Option<String>,
    pub production_mode: Option<ProductionMode>,
    /// The text below the head.
    pub text: String,
}

impl Place for Tray {
    const FAMILY: Family = Family::Adr;
    const PLACES: &'static [Self] = &[Self::Adrs, Self::Above];

    fn folder(self) -> String {
        match self {
            Self::Adrs => "development/decisions/adrs".to_owned(),
            Self::Above => "development/decisions".to_owned(),
        }
    }

    fn id_of(file: &str) -> Option<Id> {
        let own = Id::of_file_name(file).map(|(id, _)| id).filter(|id| id.family() == Self::FAMILY);
        own.or_else(|| numbered(file).map(|(id, _)| id))
    }

    fn is_shared(self) -> bool {
        self == Self::Above
    }
}

/// The id and the slug of a file that is named by a number alone.
fn numbered(file: &str) -> Option<(Id, &str)> {
    let (digits, slug) = file.strip_suffix(".md")?.split_once('-')?;
    Some((of_digits(digits)?, slug))
}

/// The decision of a number.
fn of_digits(digits: &str) -> Option<Id> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| format!("{}-{digits}", Family::Adr).parse().ok()).flatten()
}

impl Kept for Decision {
    type Place = Tray;
    const UNKNOWN: Code = code::RECORD_UNKNOWN_ID;

    fn read(document: &Document) -> Result<Self, Vec<Flaw>> {
        let mut fields = Fields::of(document, &FIELDS);
        let id = match fields.plain("id").as_deref().and_then(of_digits) {
            Some(id) => Some(id),
            None => fields.id("id", Family::Adr),
        };
        let slug = fields.slug("slug");
        let status = fields.needed_choice("status");
        let date = fields.needed_text("date");
        if date.as_deref().is_some_and(|date| date.parse::<jiff::civil::Date>().is_err() || date.len() != 10)
        {
            fields.wrong("date", "is no day, written YYYY-MM-DD");
        }
        let supersedes = fields.one_or_more("supersedes", Family::Adr);
        let superseded_by = fields.id_if_there("superseded_by", Family::Adr);
        if superseded_by.is_some() && status.is_some_and(|status| status != DecisionStatus::Superseded) {
            fields.wrong("superseded_by", "is there, and `status` is not superseded");
        }
        let related_adrs = fields.ids("related_adrs", Family::Adr);
        let related_intents = fields.ids("related_intents", Family::Itd);
        let related_specs = fields.ids("related_specs", Family::Spc);
        let related_issues = fields.ids("related_issues", Family::Iss);
        let drain_categories = fields.texts("drain_categories");
        let drain_severities = fields.texts("drain_severities");
        let drain_security = fields.text("drain_security");
        let drain_remedy = fields.text("drain_remedy");
        let origin = fields.text("origin");
        let production_mode = fields.choice("production_mode");
        let (id, slug) = fields.whole(id, slug)?;
        // A missing one is a flaw and went back with the others.
        let (Some(status), Some(date)) = (status, date) else { return Err(Vec::new()) };
        Ok(Self {
            id,
            slug,
            status,
            date,
            supersedes,
            superseded_by,
            related_adrs,
            related_intents,
            related_specs,
            related_issues,
            drain_categories,
            drain_severities,
            drain_security,
            drain_remedy,
            origin,
            production_mode,
            text: text_of(document),
        })
    }

    fn id(&self) -> Id {
        self.id
    }

    fn slug(&self) -> &str {
        &self.slug
    }

    fn misplaced(&self, _: Tray) -> Vec<Flaw> {
        Vec::new()
    }

    fn is_named(&self, file: &str) -> bool {
        file == self.file_name() || numbered(file) == Some((self.id, &self.slug))
    }
}

impl Decision {
    /// The first heading of the text; the slug's words where there is none.
    pub fn title(&self) -> String {
        Body::read(&self.text).title.unwrap_or_else(|| self.slug.replace('-', " "))
    }
}

/// Lays a proposed decision down, for its author to fill in.
pub fn decide(
    repository: &Repository,
    host: &Host,
    title: &str,
    slug: Option<&str>,
) -> Result<Filed<Decision>, Stop> {
    if meant(title, &[]).is_some() {
        return Err(Refusal::new(code::DECIDE_LONE_WORD).into());
    }
    let unfit = |saying: String| Stop::from(Refusal::new(code::DECIDE_TITLE_UNFIT).saying(saying));
    let title = text::line(title).map_err(|why| unfit(format!("the title {why}")))?;
    if !title.chars().any(char::is_alphanumeric) {
        return Err(unfit("the title has no word in it".to_owned()));
    }
    let slug = match slug {
        Some(slug) if is_slug(slug) => slug.to_owned(),
        Some(_) => return Err(Refusal::new(code::DECIDE_SLUG_UNFIT).into()),
        None => of_text(&title),
    };
    let desk = Desk::open(repository, host, "decide")?;
    let id = desk.mint(host, &desk.shelf::<Decision>()?)?;
    let mut document = Document::with_body(&skeleton::fill(Skeleton::Decision, &[("title", &title)])?);
    let date = host.clock.now().strftime("%Y-%m-%d").to_string();
    let status = DecisionStatus::Proposed.to_string();
    for (key, text) in [("id", id.to_string()), ("slug", slug.clone()), ("status", status), ("date", date)] {
        document.set(key, Value::Text(text), &FIELDS);
    }
    desk.add(id, Tray::Adrs, &slug, &document)
}

#[cfg(test)]
mod tests {
    use super::{Decision, Tray};
    use crate::records::frontmatter::Document;
    use crate::records::names::Place;
    use crate::records::shelf::Kept;

    fn read(head: &str) -> Result<Decision, Vec<String>> {
        let document = Document::parse(&format!("---\n{head}\n---\n\n# T\n")).unwrap();
        Decision::read(&document).map_err(|flaws| flaws.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn every_spelling_of_a_number_is_one_decision() {
        for (file, id) in [
            ("0007-one-file.md", Some("adr-7")),
            ("7-one-file.md", Some("adr-7")),
            ("adr-7-one-file.md", Some("adr-7")),
            ("adr-0007-one-file.md", None),
            ("0-one-file.md", None),
            ("itd-7-one-file.md", None),
            ("-one-file.md", None),
        ] {
            assert_eq!(Tray::id_of(file).map(|id| id.to_string()).as_deref(), id, "{file}");
        }
        for id in ["7", "\"0007\"", "adr-7", "ADR-007"] {
            let decision =
                read(&format!("id: {id}\nslug: one-file\nstatus: accepted\ndate: 2031-02-03")).unwrap();
            assert_eq!(decision.id.to_string(), "adr-7");
            assert!(decision.is_named("0007-one-file.md") && decision.is_named("adr-7-one-file.md"));
            assert!(!decision.is_named("0007-other.md") && !decision.is_named("8-one-file.md"));
        }
    }

    #[test]
    fn each_breach_is_named() {
        let whole = "id: adr-7\nslug: a\nstatus: accepted\ndate: 2031-02-03";
        assert!(read(&format!("{whole}\nsupersedes: adr-3")).is_ok());
        assert!(read(&format!("{whole}\nsupersedes: [adr-3, adr-4]")).is_ok());
        for (line, flaw) in [
            ("superseded_by: adr-9", "line 6: `superseded_by` is there, and `status` is not superseded"),
            ("colour: red", "line 6: `colour` is no field of this record"),
            ("supersedes: itd-1", "line 6: `supersedes` is no adr id"),
        ] {
            assert_eq!(read(&format!("{whole}\n{line}")), Err(vec![flaw.to_owned()]));
        }
        for date in ["2031-02-30", "yesterday", "2031-2-3", "20310203"] {
            let head = whole.replace("2031-02-03", date);
            assert_eq!(read(&head), Err(vec!["line 5: `date` is no day, written YYYY-MM-DD".to_owned()]));
        }
        let flaws = read("id: adr-0\nslug: A\nstatus: good").unwrap_err();
        assert_eq!(flaws.len(), 4, "{flaws:?}");
    }
}
