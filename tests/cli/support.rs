//! The harness: a sandbox, calls in it, what they answered, and the laws that every answer keeps.

mod answer;
mod call;
mod laws;
mod sandbox;
mod terminal;
mod tree;
mod words;

pub(crate) use answer::Ran;
pub(crate) use call::Call;
pub(crate) use sandbox::Sandbox;
pub(crate) use tree::{Thing, Tree, changes, tree};
pub(crate) use words::words;

/// Compares exit, standard output and standard error with one inline snapshot.
macro_rules! snapshot {
    ($ran:expr, @$expected:literal) => {
        insta::assert_snapshot!($ran.to_string(), @$expected)
    };
}
pub(crate) use snapshot;
