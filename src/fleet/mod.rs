//! Many repositories at once: the records in them are the register, and nothing else is.
//!
//! `walk` finds repositories, `index` remembers where they were, `list` is what a call works on, `pool` does
//! the work in parallel and gives the results in order. `seen` looks at one repository, `judge` says how its
//! routines stand, `bring` updates them, `add` lays a new one, `commit` puts what was written into git.

pub mod add;
pub mod bring;
pub mod commit;
pub mod head;
pub mod index;
pub mod judge;
pub mod list;
pub mod pool;
pub mod seen;
pub mod walk;
