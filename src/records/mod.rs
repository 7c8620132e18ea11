//! The record: ids, record files, and the issue ledger. Silent: values come back, nothing is printed.

pub mod amend;
pub mod board;
pub mod capture;
pub mod check;
pub mod clash;
pub mod close;
pub mod fields;
pub mod frontmatter;
pub mod guard;
pub mod home;
pub mod id;
pub mod issue;
pub mod ledger;
mod leftovers;
pub mod order;
pub mod repair;
pub mod slug;
pub mod standing;
pub mod text;
pub mod writer;
