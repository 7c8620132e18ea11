//! The rendered prompt, held from outside: what it says, what it never says, and that it stays the same.
#![expect(
    clippy::disallowed_methods,
    reason = "tests read the tables and templates of this package directly"
)]

mod ledger;
mod matrix;
mod prompt;
mod property;
mod rows;
mod runs;
mod support;
mod templates;
