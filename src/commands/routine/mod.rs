//! The routine verbs.

pub(crate) mod detect;
pub(crate) mod render;
