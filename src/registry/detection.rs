//! What detection knows of toolchains, programs, words, CI actions, places and forges.

use crate::tables::model::repository::{
    AsideFolder, Instruction, JobWord, MergeSign, Pin, Pins, ProjectMark, Publisher, ReleaseFlow, Rival,
    Rivalry, Start,
};
use crate::tables::model::toolchains::{
    Action, CaveatRule, DefaultGate, Effect, Field, Hosting, Kind, Manager, Page, Place, Platform, Reader,
    Setting, Targets, Tool, Toolchain, Word,
};
use crate::tables::model::{List, Text};

include!(concat!(env!("OUT_DIR"), "/detection.rs"));
