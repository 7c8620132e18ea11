//! `abcd hook`: what a host that runs agents calls by itself. Nothing here ever blocks the host.

pub(crate) mod session_start;
