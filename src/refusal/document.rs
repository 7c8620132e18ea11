//! What a refusal or a fault prints as JSON: the last document of its call.

use schemars::JsonSchema;
use serde::Serialize;

use super::Facts;

/// A fault prints the first three keys, a refusal the others too.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErrorDocument<'a> {
    /// Always `error`.
    pub abcd: &'static str,
    /// What was refused, or what could not be done.
    pub error: &'a str,
    /// The exit status of the process.
    pub exit_code: u8,
    /// What only a refusal has.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub coded: Option<Coded<'a>>,
}

/// What a registered code adds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Coded<'a> {
    /// `verb/reason`.
    pub code: &'a str,
    /// What to do about it.
    pub hint: &'a str,
    /// The command that helps; null where none does.
    pub next: Option<String>,
    /// What a program may want to read of this one refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<&'a Facts>,
}
