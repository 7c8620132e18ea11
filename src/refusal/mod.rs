//! What a domain function returns when it does not do what it was asked: a refusal or a fault.

pub mod document;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::registry::refusals::Code;
use crate::safe;

/// Why a call ended without its result.
#[derive(Debug)]
pub enum Stop {
    /// abcd judged the call and declined it, or someone else holds what it needs.
    Refused(Box<Refusal>),
    /// abcd could not do what it meant to: exit 1, without a code.
    Fault(Fault),
    /// An exit that was only known at run time.
    Exit(Exit),
}

/// A registered code and the facts of this one refusal.
#[derive(Debug)]
pub struct Refusal {
    /// The code, which brings exit, hint and next.
    pub code: Code,
    /// A sentence for this case; the row's summary where it is left out.
    pub message: Option<String>,
    /// What a program may want to read.
    pub facts: Facts,
}

/// Typed facts of a refusal; those that are not known are left out.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Facts {
    /// The closed set that the value must come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<String>>,
    /// The nearest name that abcd knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// A place relative to the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Any other fact, by name.
    #[serde(flatten, serialize_with = "others")]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub other: Vec<(&'static str, Box<RawValue>)>,
}

/// Something that abcd meant to do and could not; no path in it is absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault(pub String);

/// An exit status from outside, such as a program that abcd ran, and what it means here.
#[derive(Debug)]
pub struct Exit {
    status: u8,
    coded: Option<Box<Refusal>>,
    message: String,
}

impl Refusal {
    /// A refusal with `code`'s own summary.
    pub fn new(code: Code) -> Self {
        Self { code, message: None, facts: Facts::default() }
    }

    /// Says what was refused in this case; never the caller's own text, never an absolute path.
    #[must_use]
    pub fn saying(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// Names the closed set that the value must come from.
    #[must_use]
    pub fn allowed<T: Into<String>>(mut self, allowed: impl IntoIterator<Item = T>) -> Self {
        self.facts.allowed = Some(allowed.into_iter().map(Into::into).collect());
        self
    }

    /// Names the nearest known name, where one is near.
    #[must_use]
    pub fn nearest(mut self, nearest: Option<impl Into<String>>) -> Self {
        self.facts.nearest = nearest.map(Into::into);
        self
    }

    /// Names a place relative to the repository.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.facts.at = Some(place.into());
        self
    }

    /// Adds a fact; one that cannot be written as JSON is left out.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: &impl Serialize) -> Self {
        let encoded = safe::json(value).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(value) = encoded.and_then(|text| RawValue::from_string(text).ok()) {
            self.facts.other.push((name, value));
        }
        self
    }

    /// The sentence that says what was refused.
    pub fn error(&self) -> &str {
        self.message.as_deref().unwrap_or(&self.code.row().summary)
    }
}

impl Facts {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.allowed.is_none() && self.nearest.is_none() && self.at.is_none() && self.other.is_empty()
    }
}

impl Fault {
    /// A fault; `message` must not hold an absolute path.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl Exit {
    /// An exit of `status` that leaves with the code of `refusal`.
    pub fn coded(status: u8, refusal: Refusal) -> Self {
        Self { status, message: refusal.error().to_owned(), coded: Some(Box::new(refusal)) }
    }

    /// An exit of `status` without a code: right only when it turns out 0, 1 or, where a person broke off, 130.
    pub fn uncoded(status: u8, message: impl Into<String>) -> Self {
        Self { status, coded: None, message: message.into() }
    }

    /// The exit status.
    pub fn status(&self) -> u8 {
        self.status
    }

    /// The refusal it leaves with, where it has one.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.coded.as_deref()
    }

    /// What happened.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Exit> for Stop {
    fn from(exit: Exit) -> Self {
        Self::Exit(exit)
    }
}

fn others<S: serde::Serializer>(other: &[(&'static str, Box<RawValue>)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(other.iter().map(|(name, value)| (name, value)))
}
