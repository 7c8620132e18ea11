//! `abcd record`: what is asked about records of any kind.

pub(crate) mod check;
pub(crate) mod show;
