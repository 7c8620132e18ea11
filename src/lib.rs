//! abcd tells an agent what to do next.
//!
//! The modules stand in reading order; each may use only those before it.

pub mod host;
pub mod routine;
pub mod tables;
