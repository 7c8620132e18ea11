//! Bad input: each piece with its refusal, and nothing lost or written.

mod arguments;
mod disk;
mod ledger;
mod places;
