//! What is read, what is refused, and that nothing is lost in between.

use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::{collection, proptest};

use super::{Document, Value, Why};

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn value_of(line: &str) -> Value {
    let document = Document::parse(&format!("---\n{line}\n---\n")).unwrap();
    document.entries().next().unwrap().value.clone()
}

fn why(head: &str) -> (usize, Why) {
    let broken = Document::parse(&format!("---\n{head}\n---\n")).unwrap_err();
    (broken.line, broken.why)
}

#[test]
fn scalars_are_resolved_as_yaml_resolves_them() {
    for (line, value) in [
        ("a: word", text("word")),
        ("a: two words  # aside", text("two words")),
        ("a: \"q \\\" \\\\ \\n \\u00e9\" # aside", text("q \" \\ \n é")),
        ("a: 'it''s # here'", text("it's # here")),
        ("a: 12", Value::Number(12)),
        ("a: 012", text("012")),
        ("a: 99999999999999999999", text("99999999999999999999")),
        ("a: \"12\"", text("12")),
        ("a: http://example.com/#x", text("http://example.com/#x")),
        ("a: []", Value::List(vec![])),
        ("a: [b, \"c, d\" , 'e']", Value::List(vec!["b".into(), "c, d".into(), "e".into()])),
    ] {
        assert_eq!(value_of(line), value, "{line}");
    }
}

#[test]
fn every_spelling_of_null_is_null_and_a_quoted_one_is_not() {
    for line in ["a:", "a: ", "a: ~", "a: null", "a: Null", "a: NULL", "a: # aside"] {
        assert_eq!(value_of(line), Value::Null, "{line}");
    }
    assert_eq!(value_of("a: \"null\""), text("null"));
    assert_eq!(value_of("a: 'NULL'"), text("NULL"));
}

#[test]
fn one_nested_level_is_read() {
    let nested = Value::Map(vec![("b".into(), Value::Number(1)), ("c".into(), text("x y"))]);
    assert_eq!(value_of("a:\n  b: 1\n  # aside\n  c: x y"), nested);
}

#[test]
fn what_is_outside_the_subset_is_refused_with_its_line() {
    for (head, expected) in [
        ("a: 1\na: 2", (3, Why::Duplicate)),
        ("a:\n  b: 1\n  b: 2", (4, Why::Duplicate)),
        ("a:\n  b: 1\n   c: 2", (4, Why::Indentation)),
        ("a: 1\n  b: 2", (3, Why::Indentation)),
        ("  b: 2", (2, Why::Indentation)),
        ("a:\n\tb: 2", (3, Why::Tab)),
        ("a:\n  - b", (3, Why::BlockList)),
        ("- a", (2, Why::BlockList)),
        ("just text", (2, Why::NoKey)),
        ("A: 1", (2, Why::NoKey)),
        ("a:1", (2, Why::NoKey)),
        ("\"a\": 1", (2, Why::NoKey)),
        ("a: \"open", (2, Why::Unclosed)),
        ("a: 'open", (2, Why::Unclosed)),
        ("a: [b, c", (2, Why::Unclosed)),
        ("a: [b,, c]", (2, Why::EmptyItem)),
        ("a: [b, null]", (2, Why::Form)),
        ("a: [[b]]", (2, Why::Form)),
        ("a: \"b\" c", (2, Why::Trailing)),
        ("a: \"b\"#c", (2, Why::Trailing)),
        ("a: [b] c", (2, Why::Trailing)),
        ("a: \"\\x41\"", (2, Why::Escape)),
        ("a: {b: 1}", (2, Why::Form)),
        ("a: |", (2, Why::Form)),
        ("a: &b c", (2, Why::Form)),
        ("a: b: c", (2, Why::Form)),
        ("a: b\u{1b}[31m", (2, Why::Control)),
        ("a: b\rc: d", (2, Why::Control)),
    ] {
        assert_eq!(why(head), expected, "{head}");
    }
}

#[test]
fn a_head_must_open_on_the_first_line_and_close() {
    for (whole, expected) in [
        ("", (1, Why::NoOpening)),
        ("# aside\n---\na: 1\n---\n", (1, Why::NoOpening)),
        ("\n---\na: 1\n---\n", (1, Why::NoOpening)),
        ("---\na: 1\n", (2, Why::NoClosing)),
    ] {
        let broken = Document::parse(whole).unwrap_err();
        assert_eq!((broken.line, broken.why), expected, "{whole:?}");
    }
}

#[test]
fn mark_line_ends_comments_and_the_missing_end_survive_an_edit() {
    let before = "\u{feff}---\r\n# why\r\na: 1 # one\r\nc:\r\n  d: 2\r\n---\r\n\r\nbody\r\nlast";
    let mut document = Document::parse(before).unwrap();
    assert_eq!(document.body(), "body\r\nlast");
    document.set("b", text("x y"), &["a", "b", "c"]);
    let after = "\u{feff}---\r\n# why\r\na: 1 # one\r\nb: \"x y\"\r\nc:\r\n  d: 2\r\n---\r\n\r\nbody\r\nlast";
    assert_eq!(document.to_text(), after);
    document.remove("b");
    assert_eq!(document.to_text(), before);
}

#[test]
fn a_head_without_a_newline_at_its_end_is_whole() {
    let document = Document::parse("---\na: 1\n---").unwrap();
    assert_eq!((document.body(), document.to_text().as_str()), ("", "---\na: 1\n---"));
}

fn scalars() -> impl Strategy<Value = Value> {
    prop_oneof![
        proptest::strategy::Just(Value::Null),
        any::<u64>().prop_map(Value::Number),
        any::<String>().prop_map(Value::Text),
        "(null|~|true|[0-9]{1,3}|[a-z-]{1,8}| #|: |-|\\[\\])".prop_map(Value::Text),
    ]
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        scalars(),
        collection::vec(any::<String>(), 0..4).prop_map(Value::List),
        collection::btree_map("[a-z][a-z_]{0,5}", scalars(), 1..4)
            .prop_map(|entries| Value::Map(entries.into_iter().collect())),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        entries in collection::btree_map("[a-z][a-z0-9_]{0,5}", values(), 0..6),
        body in "[a-zA-Z \n-]{0,40}",
    ) {
        let mut document = Document::with_body(&body);
        for (key, value) in &entries {
            document.set(key, value.clone(), &[]);
        }
        let read = Document::parse(&document.to_text()).unwrap();
        for (key, value) in &entries {
            assert_eq!(&read.entry(key).unwrap().value, value);
        }
        assert_eq!(read.entries().count(), entries.len());
        assert_eq!(read.body(), document.body());
    }

    #[test]
    fn what_is_read_is_written_as_it_was(text in "---\r?\n([a-c]:( [a-z#'\"\\[\\], ~1]{0,6})?\r?\n| {0,2}#x\n|  [a-c]: 1\n){0,6}---(\r?\n[a-z\n]{0,9})?") {
        if let Ok(document) = Document::parse(&text) {
            assert_eq!(document.to_text(), text);
        }
    }

    #[test]
    fn no_text_makes_the_reader_fall(text in any::<String>()) {
        let framed = format!("---\n{text}\n---\n");
        let whole = [Document::parse(&text), Document::parse(&framed)];
        assert!(whole.iter().flatten().all(|document| document.to_text().len() >= 6));
    }
}
