//! The outcome of the retrospective interview: answers that are filed through the same checks as a file of them.

use serde_json::Value;

use super::answers::check;
use super::record::{Written, write};
use super::seed::Seed;
use crate::host::Host;
use crate::host::place::Repository;
use crate::interview::written::dispatch::Outcome;
use crate::refusal::Stop;

/// Takes the outcome of a retrospective about one release.
pub struct Retrospective<'a> {
    host: &'a Host,
    repository: &'a Repository,
    seed: &'a Seed,
    filed: Option<Written>,
}

impl<'a> Retrospective<'a> {
    /// A retrospective about what the seed is of; nothing is filed yet.
    pub fn of(host: &'a Host, repository: &'a Repository, seed: &'a Seed) -> Self {
        Self { host, repository, seed, filed: None }
    }

    /// What was filed.
    pub fn filed(self) -> Option<Written> {
        self.filed
    }
}

impl Outcome for Retrospective<'_> {
    fn check(&self, outcome: &Value) -> Result<(), String> {
        check(&outcome.to_string()).map(drop).map_err(|stop| said(&stop))
    }

    fn finish(&mut self, outcome: &Value) -> Result<Option<String>, Stop> {
        let answers = check(&outcome.to_string())?;
        let thin = answers.thin(&self.seed.tag);
        if thin.is_empty() {
            self.filed = Some(write(self.host, self.repository, self.seed, &answers, false)?);
            return Ok(None);
        }
        // A thin answer is the role's to bring to life: it asks the one further question.
        let lines = thin.iter().map(|one| format!("- `{}` {}. Ask: {}", one.section, one.why, one.follow_up));
        let lines: Vec<String> = lines.collect();
        Ok(Some(format!("These answers are thin and have no follow-up:\n{}", lines.join("\n"))))
    }
}

fn said(stop: &Stop) -> String {
    match stop {
        Stop::Refused(refusal) => refusal.error().to_owned(),
        Stop::Fault(fault) => fault.0.clone(),
        Stop::Exit(exit) => exit.message().to_owned(),
    }
}
