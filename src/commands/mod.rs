//! One file a command path: `capture resolve` is `commands/capture/resolve.rs`.
//!
//! The build binds each row of `tables/commands/` to the `run` of its module.

#![deny(dead_code, reason = "a handler without a row")]

pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod man;
