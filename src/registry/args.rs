//! One struct a command: what it was called with, typed.

use std::any::Any;

use clap::ArgMatches;

use super::values::{self, Closed};

/// A struct that the parser's matches become.
pub trait FromMatches: Sized {
    /// Takes the values out of `matches`.
    fn from_matches(matches: &mut ArgMatches) -> Result<Self, Lost>;
}

/// A parameter that the parser promised and did not give; a fault of abcd's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost(pub &'static str);

include!(concat!(env!("OUT_DIR"), "/args.rs"));

/// Takes a value that may be left out.
pub fn maybe<T: Any + Clone + Send + Sync>(
    matches: &mut ArgMatches,
    name: &'static str,
) -> Result<Option<T>, Lost> {
    matches.try_remove_one(name).map_err(|_| Lost(name))
}

/// Takes a value that must be there.
pub fn one<T: Any + Clone + Send + Sync>(matches: &mut ArgMatches, name: &'static str) -> Result<T, Lost> {
    maybe(matches, name)?.ok_or(Lost(name))
}

/// Takes every value of a repeatable parameter.
pub fn many<T: Any + Clone + Send + Sync>(
    matches: &mut ArgMatches,
    name: &'static str,
) -> Result<Vec<T>, Lost> {
    Ok(matches.try_remove_many(name).map_err(|_| Lost(name))?.into_iter().flatten().collect())
}

/// Takes a value of a closed set that may be left out.
pub fn set_maybe<T: Closed>(matches: &mut ArgMatches, name: &'static str) -> Result<Option<T>, Lost> {
    maybe::<String>(matches, name)?.map(|text| text.parse().map_err(|_| Lost(name))).transpose()
}

/// Takes a value of a closed set that must be there.
pub fn set_one<T: Closed>(matches: &mut ArgMatches, name: &'static str) -> Result<T, Lost> {
    set_maybe(matches, name)?.ok_or(Lost(name))
}

/// Takes every value of a repeatable parameter of a closed set.
pub fn set_many<T: Closed>(matches: &mut ArgMatches, name: &'static str) -> Result<Vec<T>, Lost> {
    many::<String>(matches, name)?.into_iter().map(|text| text.parse().map_err(|_| Lost(name))).collect()
}
