//! The static registries that the build writes from the tables.
//!
//! To read what was written: `ls target/debug/build/abcd-*/out`.

pub mod args;
pub mod asking;
pub mod commands;
pub mod detection;
pub mod hosts;
pub mod inert;
pub mod interviews;
pub mod invariants;
pub mod near;
pub mod raises;
pub mod reflect;
pub mod refusals;
pub mod roles;
pub mod runners;
pub mod routines;
pub mod templates;
pub mod tree;
pub mod values;
pub mod watch;

pub(crate) use refusals::code;
