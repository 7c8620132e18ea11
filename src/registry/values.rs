//! The closed sets, each an enum that knows its rows.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::tables::model::values::{Set, Value};
use crate::tables::model::{List, Text};

/// A value of a closed set: its name, its meaning, its neighbours.
pub trait Closed: Copy + FromStr<Err = NotInSet> + 'static {
    /// Every value, in the table's order.
    const ALL: &'static [Self];

    /// As it is typed and stored.
    fn as_str(self) -> &'static str;

    /// Every name, in the table's order.
    fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|value| value.as_str())
    }
}

/// A text that is no value of the set it was read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotInSet;

impl fmt::Display for NotInSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not one of the allowed values")
    }
}

impl std::error::Error for NotInSet {}

macro_rules! set {
    ($about:literal, $name:ident { $($variant:ident = $text:literal: $means:literal),* }) => {
        #[doc = $about]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
        pub enum $name {
            $(#[doc = $means] #[serde(rename = $text)] $variant),*
        }

        impl Closed for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];

            fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }

        impl FromStr for $name {
            type Err = NotInSet;

            fn from_str(text: &str) -> Result<Self, NotInSet> {
                match text { $($text => Ok(Self::$variant),)* _ => Err(NotInSet) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/values.rs"));

/// The set that a parameter's `type` names.
pub fn set(id: &str) -> Option<&'static Set> {
    SETS.iter().find(|set| set.id == id)
}
