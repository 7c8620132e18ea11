//! Rows as Rust: every shape that a table uses, and those that none may use.

use std::borrow::Cow;
use std::collections::BTreeMap;

use abcd::tables::literal::{camel, literal, snake};
use serde::Serialize;

#[derive(Serialize)]
struct Row {
    text: Cow<'static, str>,
    odd: &'static str,
    r#type: &'static str,
    some: Option<u8>,
    none: Option<u8>,
    inside: Option<Step>,
    list: Vec<&'static str>,
    empty: Vec<&'static str>,
    steps: Vec<Step>,
    yes: bool,
    number: i64,
    kind: Kind,
}

#[derive(Serialize)]
struct Step {
    run: &'static str,
    kinds: Vec<Kind>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    FreeText,
    Plain,
}

#[test]
fn every_shape_of_a_row() {
    let row = Row {
        text: "plain".into(),
        odd: "quotes \" and \\, a line\nbreak, é 日本",
        r#type: "a word of the language",
        some: Some(7),
        none: None,
        inside: Some(Step { run: "abcd", kinds: vec![] }),
        list: vec!["one", "two"],
        empty: vec![],
        steps: vec![Step { run: "abcd explain", kinds: vec![Kind::FreeText, Kind::Plain] }],
        yes: true,
        number: -3,
        kind: Kind::FreeText,
    };
    insta::assert_snapshot!(literal(&row, 0).unwrap(), @r#"
    Row {
        text: Text::Borrowed("plain"),
        odd: Text::Borrowed("quotes \" and \\, a line\nbreak, é 日本"),
        r#type: Text::Borrowed("a word of the language"),
        some: Some(7),
        none: None,
        inside: Some(Step {
            run: Text::Borrowed("abcd"),
            kinds: List::Borrowed(&[]),
        }),
        list: List::Borrowed(&[
            Text::Borrowed("one"),
            Text::Borrowed("two"),
        ]),
        empty: List::Borrowed(&[]),
        steps: List::Borrowed(&[
            Step {
                run: Text::Borrowed("abcd explain"),
                kinds: List::Borrowed(&[
                    Kind::FreeText,
                    Kind::Plain,
                ]),
            },
        ]),
        yes: true,
        number: -3,
        kind: Kind::FreeText,
    }
    "#);
}

#[test]
fn a_shape_that_no_table_uses_is_refused_by_name() {
    #[derive(Serialize)]
    struct Wrapped(u8);
    #[derive(Serialize)]
    enum Holds {
        One(u8),
        Named { one: u8 },
    }
    let said = |error: abcd::tables::literal::Unsupported| error.to_string();
    let map = BTreeMap::from([("a", 1)]);
    for (name, error) in [
        ("a float", literal(&1.5, 0).map_err(said)),
        ("a character", literal(&'a', 0).map_err(said)),
        ("a unit", literal(&(), 0).map_err(said)),
        ("a tuple", literal(&(1, 2), 0).map_err(said)),
        ("a map", literal(&map, 0).map_err(said)),
        ("a newtype", literal(&Wrapped(1), 0).map_err(said)),
        ("a variant with data", literal(&Holds::One(1), 0).map_err(said)),
        ("a variant with data", literal(&Holds::Named { one: 1 }, 0).map_err(said)),
    ] {
        assert_eq!(error, Err(format!("a row cannot hold {name}")));
    }
}

#[test]
fn names_become_names_of_the_language() {
    assert_eq!(camel("capture resolve"), "CaptureResolve");
    assert_eq!(camel("free-text"), "FreeText");
    assert_eq!(snake("capture/remedy-missing"), "capture_remedy_missing");
}
