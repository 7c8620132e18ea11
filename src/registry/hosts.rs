//! What can start a routine.

use crate::tables::model::hosts::{Checker, Output, Pin, Starter};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/hosts.rs"));

/// The host of that name.
pub fn host(id: &str) -> Option<&'static Starter> {
    HOSTS.iter().find(|row| row.id == id)
}
