//! abcd as a caller sees it: the built binary, run in a sandbox, judged by what it prints and leaves behind.
//!
//! Every run goes through `support`, which holds the laws that no answer may break.

#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "a test stands outside and looks with plain means")]

mod bad_input;
mod calls;
mod capture;
mod concurrent;
mod crash;
mod decide;
mod detect;
mod eligible;
mod explain;
mod export;
mod files;
mod fleet;
mod front;
mod init;
mod intent;
mod interview;
mod readme;
mod record;
mod reflect;
mod release;
mod roles;
mod routine;
mod runner;
mod scenarios;
mod spec;
mod support;
mod tables;
