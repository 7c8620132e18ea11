//! What one release owes the next: the ledger of codes, and the guard that holds a cut to it.

mod compare;
pub mod guard;
pub mod ledger;
pub(crate) mod tags;
pub mod templates;
