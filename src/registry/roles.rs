//! The roles that write questions.

use crate::tables::model::roles::{Instruction, Role};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/roles.rs"));

/// The role of that name.
pub fn role(id: &str) -> Option<&'static Role> {
    ROLES.iter().find(|row| row.id == id)
}

/// The role that writes the questions of that interview.
pub fn writer(interview: &str) -> Option<&'static Role> {
    ROLES.iter().find(|row| row.interview == interview)
}
