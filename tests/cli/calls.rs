//! Calls that many tests make.

use abcd::registry::values::set;
use abcd::tables::model::commands::{Command, Parameter};

use crate::support::Sandbox;

/// One call of every command that writes, as it would be made where it can.
pub(crate) const WRITES: [&str; 10] = [
    "init",
    "capture 'login loops for ever' --remedy 'cap the redirects'",
    "capture resolve iss-1 'redirects are capped' --impact fix",
    "capture wontfix iss-1 'the page goes away'",
    "capture link iss-1 --blocked-by iss-2",
    "capture remedy iss-1 'cap them'",
    "capture repair",
    "tables schema --write",
    "tables ledger --write",
    "tables reference --write",
];

/// A command's path and the words that make a call of it complete.
pub(crate) fn complete(row: &Command) -> Vec<String> {
    let mut words: Vec<String> = row.path.split(' ').map(str::to_owned).collect();
    for flag in row.flag.iter().filter(|flag| flag.required) {
        words.extend([format!("--{}", flag.name), a_value(flag)]);
    }
    words.extend(row.one_of.first().map(|flag| format!("--{flag}")));
    words.extend(row.argument.iter().filter(|argument| argument.required).map(a_value));
    words
}

/// A value that a parameter takes.
pub(crate) fn a_value(row: &Parameter) -> String {
    match row.r#type.as_ref() {
        "integer" => row.min.or(row.max).unwrap_or_default().to_string(),
        kind => set(kind).map_or("some words", |set| &set.value[0].name).to_owned(),
    }
}

impl Sandbox {
    /// Files an issue and gives its id.
    pub(crate) fn capture(&self, text: &str) -> String {
        let ran = self.call_of(["capture", text, "--remedy", "mend it", "--json"]).run().done();
        ran.document()["id"].as_str().unwrap().to_owned()
    }

    /// The files of the ledger by id: where each record stands, from `.abcd/work/issues/`.
    pub(crate) fn ledger(&self) -> Vec<String> {
        let start = ".abcd/work/issues/";
        let files = self.tree().into_keys().filter_map(|path| path.strip_prefix(start).map(str::to_owned));
        files.filter(|path| path.contains('/')).collect()
    }
}
