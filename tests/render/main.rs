//! The rendered prompt, held from outside: what it says, what it never says, and that it stays the same.

#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "tests read the files of this package and run a shell")]

mod audit;
mod binary;
mod caveats;
mod commands;
mod criteria;
mod drain;
mod ledger;
mod matrix;
mod powers;
mod prompt;
mod property;
mod rounds;
mod rows;
mod runs;
mod said;
mod support;
mod templates;
mod versions;
