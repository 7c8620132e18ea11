//! The content of a template version that was released stays what it was.
//!
//! After a change to a version that no release holds yet: `ABCD_BLESS=1 cargo test --test render ledger`.
//! After a change to a released one: raise `version` in `tables/routines/`, then the same command.
//! Cutting a release writes its tag as `released` into the entries that have none.

use std::{env, fs};

use abcd::host::files::Dir;
use abcd::release::templates::{Ledger, PLACE, Standing};
use abcd::routine::render::Editions;

use crate::support::root;

#[test]
fn the_ledger_says_what_each_template_version_is() {
    let path = root().join(PLACE);
    let stored =
        fs::read_to_string(&path).unwrap_or_else(|_| r#"{"schema_version":1,"templates":[]}"#.to_owned());
    let mut ledger: Ledger = serde_json::from_str(&stored).unwrap();
    let editions = Editions::built_in();
    let mut standings = Vec::new();
    for row in editions.archetypes() {
        for version in row.versions.iter() {
            let digest = editions.at(&row.id, *version).unwrap().digest();
            let standing = ledger.enter(&row.id, *version, &digest);
            if let Standing::Broken(tag) = &standing {
                panic!("{} {version} was released as {tag} and has changed: add a version", row.id);
            }
            standings.push(standing);
        }
    }
    let now = serde_json::to_string_pretty(&ledger).unwrap() + "\n";
    if env::var_os("ABCD_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &now).unwrap();
        return;
    }
    assert_eq!(stored, now, "{standings:?}: run ABCD_BLESS=1 cargo test --test render ledger");
}

/// What the bug hunt's first version is worth when its table says `to` in place of `from`.
fn digest(from: &str, to: &str) -> String {
    let table = fs::read_to_string(root().join("tables/routines/bug-hunt.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("tables/routines")).unwrap();
    assert!(table.contains(from), "{from}");
    fs::write(folder.path().join("tables/routines/bug-hunt.toml"), table.replacen(from, to, 1)).unwrap();
    Editions::with(&Dir::open(folder.path()).unwrap()).unwrap().at("bug-hunt", 1).unwrap().digest()
}

#[test]
fn a_digest_follows_what_reaches_the_prompt_and_nothing_else() {
    let as_it_is = Editions::built_in().at("bug-hunt", 1).unwrap().digest();
    assert_eq!(digest("Looks for real faults", "Looks for faults"), as_it_is);
    assert_eq!(digest("since = 2", "since = 3"), as_it_is);
    for (from, to) in [
        ("default = 1", "default = 2"),
        ("a result that is wrong", "a result that is odd"),
        ("routines/bug-hunt.md.jinja", "invariants/one-round.md.jinja"),
        ("since = 2", "since = 1"),
    ] {
        assert_ne!(digest(from, to), as_it_is, "{from}");
    }
}
