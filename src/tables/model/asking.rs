//! `tables/interviews/limits.toml`: how long, how many and of which words a question may be, and the rules
//! that say so.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// Every number and every closed set that the rules of asking go by. There is one row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// What whoever writes questions is told before the rules.
    pub opening: Text,
    /// The columns that a chip may take.
    pub header_columns: u16,
    /// The words that a chip may begin with.
    pub chip_roles: List<Text>,
    /// Which of them asks whoever thinks of the product and not of its code.
    pub product_role: Text,
    /// The fewest questions of one call.
    pub fewest_questions: u16,
    /// The most questions of one call.
    pub most_questions: u16,
    /// The fewest options of a question, the one that decides later among them.
    pub fewest_options: u16,
    /// The most options of a question, the one that decides later among them.
    pub most_options: u16,
    /// The most words of a label.
    pub label_words: u16,
    /// The most sentences of a meaning.
    pub meaning_sentences: u16,
    /// What holds a full stop and ends no sentence.
    pub abbreviations: List<Text>,
    /// What the option that decides later may be called.
    pub later_labels: List<Text>,
    /// What the key beside the list says, by which a question is asked again with more material.
    pub unclear_label: Text,
    /// The words that mean that key, which no answer may be.
    pub unclear_words: List<Text>,
    /// The columns that a question must fit.
    pub columns: u16,
    /// The rows that a question must fit.
    pub rows: u16,
    /// The columns that a host gives to the text of a question.
    pub host_text_columns: u16,
    /// The rows that a host draws around a question.
    pub host_chrome_rows: u16,
    /// The columns that a host gives to an option.
    pub host_option_columns: u16,
    /// The rows that the terminal's own list takes around a question: its hints and the row left free.
    pub list_chrome_rows: u16,
    /// The fewest rows that a long list scrolls in.
    pub list_rows: u16,
    /// The rows that say how much of a long list is above and below.
    pub list_more_rows: u16,
    /// How the line begins that says how it stands.
    pub now_prefix: Text,
    /// How the line begins that says how to change it later.
    pub change_later_prefix: Text,
    /// What such a line says where there is nothing to say.
    pub not_applicable: Text,
    /// The kinds of a block of material: text that runs on, then lines that each stand alone.
    pub block_kinds: List<Text>,
    /// What makes letters bold.
    pub bold_marks: List<Text>,
    /// What a label says that urges its choice.
    pub recommended: Text,
    /// What a label begins or ends with that urges its choice.
    pub stars: List<Text>,
    /// What else only whoever reads code understands.
    pub code_marks: List<Text>,
    /// The bytes of a value that a finding repeats.
    pub echo_bytes: u16,
    /// The most findings of one check.
    pub most_findings: u16,
}

/// A rule of asking. In each text `{limit}` stands for a limit of that name: in the prose a number is written
/// as a word, in the bound as a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its name, by which a finding is known.
    pub id: Text,
    /// What whoever writes a question is told, in sentences.
    pub prose: Text,
    /// What a value must be, in a few words.
    pub bound: Text,
    /// What to do about a value that breaks it.
    pub remedy: Text,
}
