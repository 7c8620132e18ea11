//! The routine verbs.

pub(crate) mod detect;
pub(crate) mod export;
pub(crate) mod render;
