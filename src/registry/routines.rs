//! Every kind of maintenance loop.

use crate::tables::model::routines::{
    Choice, Dimension, Grammar, Model, Number, Power, Routine, Switch, TextAsk,
};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/routines.rs"));
