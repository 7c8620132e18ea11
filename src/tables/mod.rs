//! The tables: their row types, how they are read, what is checked, and how they become Rust.
//!
//! Compiled twice: into the library (for `abcd tables check`) and, by `#[path]`, into `build.rs`.
//! It knows serde and toml only, and reads no file: whoever calls it hands in the texts.

pub mod asking;
pub mod check;
pub mod detection;
pub mod emit;
pub mod literal;
pub mod load;
pub mod model;
pub mod report;
pub mod source;
