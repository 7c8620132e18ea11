//! Every rule that the prompts of loops carry.

use crate::tables::model::invariants::{Invariant, When};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/invariants.rs"));
