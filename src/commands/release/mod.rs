//! `abcd release`: what a cut owes to the releases before it.

pub(crate) mod guard;
