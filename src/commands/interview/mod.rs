//! The interview verbs, and what every command that interviews has in common.

pub(crate) mod list;
mod places;
pub(in crate::commands) mod session;
pub(crate) mod show;
pub(in crate::commands) mod written;
