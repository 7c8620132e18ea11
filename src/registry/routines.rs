//! Every kind of maintenance loop.

use crate::tables::model::routines::{Choice, Dimension, Number, Routine};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/routines.rs"));

/// The archetype of that name.
pub fn archetype(id: &str) -> Option<&'static Routine> {
    ROUTINES.iter().find(|row| row.id == id)
}
