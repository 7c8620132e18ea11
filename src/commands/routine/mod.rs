//! The routine verbs.

pub(crate) mod detect;
pub(crate) mod eligible;
pub(crate) mod render;
