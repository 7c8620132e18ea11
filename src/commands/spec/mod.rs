//! `abcd spec`: what is done with specs.

pub(crate) mod brief;
pub(crate) mod close;
pub(crate) mod list;
pub(crate) mod show;
