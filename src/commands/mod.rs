//! One file a command path: `capture resolve` is `commands/capture/resolve.rs`.
//!
//! The build binds each row of `tables/commands/` to the `run` of its module.

#![deny(dead_code, reason = "a handler without a row")]

pub(crate) mod capture;
pub(crate) mod completions;
pub(crate) mod decide;
pub(crate) mod explain;
pub(crate) mod fleet;
pub(crate) mod here;
pub(crate) mod hook;
pub(crate) mod init;
pub(crate) mod intent;
pub(crate) mod interview;
pub(crate) mod man;
mod named_file;
pub(crate) mod record;
pub(crate) mod reflect;
pub(crate) mod release;
pub(crate) mod routine;
mod setup;
pub(crate) mod runner;
pub(crate) mod spec;
pub(crate) mod status;
pub(crate) mod tables;
mod title;
