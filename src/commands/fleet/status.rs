//! `abcd fleet status`: how the routines of many repositories stand.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::Serialize;

use super::{bounds, broke_off, jobs, passed_over, repositories, routines};
use crate::call::{Call, Document, Outcome, Page, Sink};
use crate::fleet::judge::{Reason, Stands, status};
use crate::fleet::list::List;
use crate::fleet::pool::in_order;
use crate::fleet::walk::PassedOver;
use crate::host::Host;
use crate::person::Ceiling;
use crate::registry::args;
use crate::registry::values::{Closed, FleetState};
use crate::routine::record::terms::Terms;
use crate::safe;

/// How wide the column of repositories may be, in letters.
const WIDEST: usize = 60;

/// A routine of a fleet, or a repository that cannot be looked at.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Row {
    /// Where the repository is, from the folder that was named.
    repository: String,
    /// The routine; null where the repository cannot be looked at.
    routine: Option<String>,
    /// Its archetype.
    archetype: Option<String>,
    /// The template version that it was rendered from.
    template_version: Option<u32>,
    /// How it stands.
    state: FleetState,
    /// How far its prompt lets its loop merge.
    authority: Option<Ceiling>,
    /// Whether that is more than the person allows.
    above_ceiling: bool,
    /// The code that says what its state means and what to do about it.
    code: Option<&'static str>,
    /// What there is to know of it.
    message: Option<String>,
    /// How wide the column of repositories is.
    #[serde(skip)]
    width: usize,
    /// Whether it stands below the heads of the columns.
    #[serde(skip)]
    first: bool,
}

/// What closes the table.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Table {
    /// How many repositories were looked at.
    repositories: usize,
    /// How many routines they hold.
    routines: usize,
    /// How many routines are in each state, and repositories that cannot be looked at.
    by_state: BTreeMap<&'static str, usize>,
    /// What was left alone.
    #[serde(flatten)]
    passed: PassedOver,
}

pub(crate) fn run(args: args::FleetStatus, _: &Call, host: &Host, out: &mut dyn Sink) -> Outcome<Table> {
    let list = List::of(&args.dir, bounds(args.depth, args.nested, false), &host.env)?;
    let terms = Terms::of(host)?;
    let width = list.widest().min(WIDEST);
    let mut table =
        Table { repositories: 0, routines: 0, by_state: BTreeMap::new(), passed: PassedOver::default() };
    let work = |number: usize| list.at(number).map(|(folder, _)| status(&folder, &terms, host));
    table.repositories = in_order(
        list.len(),
        jobs(args.jobs),
        || false,
        work,
        |number, stands| {
            let Some((_, repository)) = list.at(number) else { return ControlFlow::Break(()) };
            for stands in stands.flatten().unwrap_or_else(|| vec![Stands::failed(None, &broke_off())]) {
                let first = table.by_state.is_empty();
                table.count(&stands);
                let row = Row::new(repository.clone(), stands, width, first);
                if out.send(&row).is_err() {
                    // Nobody reads any more; the front knows why and what that means.
                    return ControlFlow::Break(());
                }
            }
            out.progress(number + 1, list.len());
            ControlFlow::Continue(())
        },
    );
    table.passed = list.passed;
    Ok(table.into())
}

impl Table {
    fn count(&mut self, stands: &Stands) {
        self.routines += usize::from(stands.name.is_some());
        *self.by_state.entry(stands.state.as_str()).or_default() += 1;
    }
}

impl Row {
    fn new(repository: String, stands: Stands, width: usize, first: bool) -> Self {
        let (code, message) =
            stands.reason.map_or((None, None), |Reason { code, message }| (code, Some(message)));
        Self {
            repository,
            routine: stands.name,
            archetype: stands.archetype,
            template_version: stands.version,
            state: stands.state,
            authority: stands.authority,
            above_ceiling: stands.above_ceiling,
            code,
            message,
            width,
            first,
        }
    }
}

impl Document for Row {
    fn page(&self, page: &mut Page) {
        let width = self.width.max("repository".len());
        let columns =
            |repository: &str, routine: &str, archetype: &str, version: &str, state: &str, last: &str| {
                format!(
                    "{repository:<width$}  {routine:<16}  {archetype:<12}  {version:<7}  {state:<17}  {last}"
                )
            };
        if self.first {
            page.heading(columns("repository", "routine", "archetype", "version", "state", "authority"));
        }
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let version = self.template_version.map_or_else(|| "-".to_owned(), |version| version.to_string());
        let authority = match (self.authority, self.above_ceiling) {
            (None, _) => self.message.clone().unwrap_or_default(),
            (Some(authority), false) => authority.word().to_owned(),
            (Some(authority), true) => format!("{} (above your ceiling)", authority.word()),
        };
        let (routine, archetype) = (or_none(&self.routine), or_none(&self.archetype));
        let repository = safe::line(&self.repository);
        page.line(columns(&repository, &routine, &archetype, &version, self.state.as_str(), &authority));
    }
}

impl Document for Table {
    fn page(&self, page: &mut Page) {
        passed_over(&self.passed, page);
        let states: Vec<String> = FleetState::ALL
            .iter()
            .filter_map(|state| Some(format!("{} {state}", self.by_state.get(state.as_str())?)))
            .collect();
        let states = if states.is_empty() { String::new() } else { format!(": {}", states.join(", ")) };
        page.line(format!("{}, {}{states}", repositories(self.repositories), routines(self.routines)));
    }
}
