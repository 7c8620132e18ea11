//! `abcd tables`: the tables checked, and what is written from them.

pub(crate) mod check;
pub(crate) mod ledger;
mod read;
pub(crate) mod reference;
pub(crate) mod schema;
pub(crate) mod schemas;
mod written;
