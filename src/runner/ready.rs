//! Whether the runner of a route may be started, and as what: asked when routes are told, and again right before a
//! start, where it counts.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::failure::Failure;
use super::ground::Ground;
use super::program::{NotStarted, found};
use super::routes::{HOST, Route, admitted};
use crate::registry::runners::runner;
use crate::registry::values::FallbackReason;
use crate::tables::model::runners::Runner;

/// A runner that may be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready {
    /// Its row.
    pub row: &'static Runner,
    /// Its program, behind every link.
    pub program: PathBuf,
    /// The words that the person named with it; those of its row come after them.
    pub first: Vec<String>,
}

/// The runner of a route, where `ground` is worked on and programs are looked up in `path`.
pub fn ready(route: &Route, path: Option<&OsString>, ground: &Ground) -> Result<Ready, Failure> {
    let refused = |detail: String| Failure::new(FallbackReason::Refused, detail);
    if route.runner == HOST {
        return Err(refused("it needs a host session".to_owned()));
    }
    let row = runner(&route.runner).ok_or_else(|| refused("there is no such runner".to_owned()))?;
    if route.model.as_deref().is_some_and(|model| !admitted(row, model)) {
        return Err(refused(format!("{} takes no model of the name that is set for it", row.id)));
    }
    let mut words = route.program(row).into_iter();
    let name = words.next().ok_or_else(|| {
        Failure::new(FallbackReason::Absent, "your config.toml names no program for it".to_owned())
    })?;
    match found(OsStr::new(&name), path, ground) {
        Ok(program) => Ok(Ready { row, program, first: words.collect() }),
        Err(NotStarted::Absent) => Err(Failure::new(FallbackReason::Absent, NotStarted::Absent.to_string())),
        Err(why) => Err(refused(why.to_string())),
    }
}
