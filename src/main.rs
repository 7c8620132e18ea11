//! The `abcd` binary.

fn main() {}
