//! Routines: what is known of a repository, and the prompts that are made of it.

pub mod detect;
pub mod eligible;
pub mod render;
