//! What a retrospective asks, and which answers are thin.

use crate::tables::model::reflect::{Finding, Reflection, Sharpened, Thin, ThinRule};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/reflect.rs"));
