//! `abcd routine eligible` on real repositories: what merging a branch would give, and whether it may.

mod branch;
mod hostile;
mod merges;
mod paths;
