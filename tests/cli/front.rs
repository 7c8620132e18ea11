//! The door: what is refused before a command runs, and how anything leaves.

mod form;
mod json;
mod streams;
mod usage;
