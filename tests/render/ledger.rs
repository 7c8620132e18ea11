//! The content of a template version that was released stays what it was.
//!
//! After a change to a version that no release holds yet: `ABCD_BLESS=1 cargo test --test render ledger`.
//! After a change to a released one: raise `version` in `tables/routines/`, then the same command.
//! Cutting a release writes its tag as `released` into the entries that have none.

use std::{env, fs};

use abcd::routine::render::digest::digest;
use abcd::routine::render::ledger::{Ledger, Standing};

use crate::support::{bug_hunt, root};

const LEDGER: &str = ".abcd/development/release/templates.json";

#[test]
fn the_ledger_says_what_each_template_version_is() {
    let path = root().join(LEDGER);
    let stored =
        fs::read_to_string(&path).unwrap_or_else(|_| r#"{"schema_version":1,"templates":[]}"#.to_owned());
    let mut ledger: Ledger = serde_json::from_str(&stored).unwrap();
    let row = bug_hunt();
    let standing = ledger.enter(&row.id, row.version, &digest(&row));
    if let Standing::Broken(tag) = standing {
        panic!("{} {} was released as {tag} and has changed: raise its version", row.id, row.version);
    }
    let now = serde_json::to_string_pretty(&ledger).unwrap() + "\n";
    if env::var_os("ABCD_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &now).unwrap();
        return;
    }
    assert_eq!(stored, now, "{standing:?}: run ABCD_BLESS=1 cargo test --test render ledger");
}

#[test]
fn a_digest_follows_what_reaches_the_prompt_and_nothing_else() {
    let row = bug_hunt();
    let mut other = row.clone();
    other.sentence = "Something else.".into();
    other.version = 9;
    assert_eq!(digest(&row), digest(&other));
    let mut other = row.clone();
    other.number.to_mut()[0].default = 4;
    assert_ne!(digest(&row), digest(&other));
    let mut other = row.clone();
    other.dimension.to_mut()[0].look = "something else".into();
    assert_ne!(digest(&row), digest(&other));
    let mut other = row.clone();
    other.template = "invariants/one-round.md.jinja".into();
    assert_ne!(digest(&row), digest(&other));
}
