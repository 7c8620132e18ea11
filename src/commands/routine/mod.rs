//! The routine verbs.

pub(in crate::commands) mod asked;
mod at;
pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod detect;
pub(crate) mod eligible;
pub(crate) mod export;
pub(crate) mod interview;
pub(crate) mod invariants;
mod lay;
pub(crate) mod render;
pub(crate) mod show;
pub(crate) mod update;
