//! Every fixed interview.

use crate::tables::model::interviews::{
    Answer, Condition, Interview, Material, Question, Rows, Takes, Target, Typed,
};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/interviews.rs"));

/// The interview of that name.
pub fn interview(id: &str) -> Option<&'static Interview> {
    INTERVIEWS.iter().find(|row| row.id == id)
}
