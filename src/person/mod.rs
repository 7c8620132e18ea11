//! What the person who calls set for themselves: `config.toml` in their configuration folder.
//!
//! Only this may widen what a routine can do: a repository has no say in it.

pub mod merge;
pub mod settings;

pub use merge::{Allowed, Ceiling};
pub use settings::Settings;
