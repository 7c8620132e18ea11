//! `abcd intent`: what is done with intents.

pub(crate) mod brief;
pub(crate) mod changed;
pub(crate) mod interview;
pub(crate) mod link;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod plan;
pub(crate) mod ready;
pub(crate) mod show;
