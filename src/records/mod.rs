//! The record: ids, record files, and the issue ledger. Silent: values come back, nothing is printed.

pub mod frontmatter;
