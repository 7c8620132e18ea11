//! abcd tells an agent what to do next, after every refusal and after every success.
//!
//! The modules stand in reading order; each may use only those before it, and a test holds that.

pub mod tables; // what a table is: row types, loading, checks
pub mod registry; // the rows as statics, written by the build
pub mod safe; // what cannot be seen is made visible
pub mod refusal; // what a domain function returns when it declines or fails
pub mod call; // what a call is and what answers it
pub mod host; // the only doors to the outside
pub mod records; // ids, record files, and the issue ledger
pub mod release; // what one release owes the next
pub mod person; // what the person who calls set for themselves
pub mod runner; // what runs a role that writes questions
pub mod watch; // what changed in a tree between two readings
pub mod routine; // what is known of a repository, and the prompts made of it
pub mod settings; // what a repository set for itself, and how a settings file is changed
pub mod fleet; // the routines of many repositories
pub mod interview; // questions to people, and the record of what they said
pub mod reflect; // what a release teaches
mod commands; // one file a command path
mod front; // arguments in, text or documents out

pub use front::run;
