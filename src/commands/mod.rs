//! One file a command path: `capture resolve` is `commands/capture/resolve.rs`.
//!
//! The build binds each row of `tables/commands/` to the `run` of its module.

pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod man;
