//! Routines: what is known of a repository, and the prompts that are made of it.

pub mod audit;
pub mod cadence;
pub mod detect;
pub mod export;
pub mod manifest;
pub mod eligible;
pub mod record;
pub mod render;
pub mod sha256;
pub mod stored;
