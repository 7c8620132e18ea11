//! Maintenance loops: what a repository is, and the prompt that its loop runs on.

pub mod render;
