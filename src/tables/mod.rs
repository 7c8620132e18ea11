//! What a table is: row types, loading, checks, and the writer of Rust literals.

pub mod model;
