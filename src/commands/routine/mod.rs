//! The routine verbs.

pub(crate) mod detect;
