//! What a branch may add and still be merged by itself.

use crate::tables::model::Text;
use crate::tables::model::inert::{Change, Inert};

include!(concat!(env!("OUT_DIR"), "/inert.rs"));
