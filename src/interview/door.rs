//! How an ask reaches somebody and what comes back: a terminal, a numbered list or a file stands behind it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::question::Ask;
use crate::refusal::Stop;

/// Where an answer was given. abcd is told this and cannot prove it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum AnsweredIn {
    /// In a plain terminal, or replayed from a file that a person or a script wrote.
    Terminal,
    /// Through the question tool of a host, which relayed it.
    #[serde(rename = "Claude Code")]
    ClaudeCode,
}

/// What somebody said to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// One of the values that the question offers, as the question has it, or the text that was typed where
    /// the question takes one.
    Value(String),
    /// That the question is unclear and needs more material. It decides nothing.
    Unclear,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The question's id.
    pub id: String,
    /// What was said.
    pub said: Said,
    /// What the person wrote beside it.
    pub note: Option<String>,
    /// Where it was given.
    pub answered_in: AnsweredIn,
}

/// Keeps one reply the moment it is given, so that an end of any kind loses one question at most. A second
/// reply to a question takes the place of the first.
pub type Keep<'a> = dyn FnMut(Reply) -> Result<(), Stop> + 'a;

/// Whoever answers.
pub trait Door {
    /// Puts an ask that passed the checks and waits; every question of it is replied to through `keep` when
    /// this returns. An interrupt, the end of the input and a missing answer are stops, and what was kept
    /// before them stays.
    fn put(&mut self, ask: &Ask, keep: &mut Keep<'_>) -> Result<(), Stop>;
}

impl AnsweredIn {
    /// Both, as they are written.
    pub const WORDS: [&'static str; 2] = ["Terminal", "Claude Code"];

    /// The place of that word.
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "Terminal" => Some(Self::Terminal),
            "Claude Code" => Some(Self::ClaudeCode),
            _ => None,
        }
    }
}

impl fmt::Display for AnsweredIn {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [terminal, host] = Self::WORDS;
        to.write_str(match self {
            Self::Terminal => terminal,
            Self::ClaudeCode => host,
        })
    }
}
