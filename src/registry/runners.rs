//! What can run a role.

use crate::tables::model::runners::{Grant, Mark, Runner, Variable};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/runners.rs"));

/// The runner of that name.
pub fn runner(id: &str) -> Option<&'static Runner> {
    RUNNERS.iter().find(|row| row.id == id)
}
