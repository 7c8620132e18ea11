//! Whatever a record can say and whatever can be answered gives a whole prompt, in every version of every
//! archetype.
//!
//! The facts are drawn from the schema of the record itself, so that a fact which is added there is drawn too.

use std::fs;

use abcd::routine::render::{Answers, Cannot, Edition, Editions, Known, render};
use abcd::tables::model::routines::Grammar;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_assert_eq, prop_oneof};
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

use crate::matrix::slip;
use crate::support::root;

/// Draws of each version of each archetype.
const DRAWS: u32 = 32;
/// The most items of a list.
const ITEMS: usize = 4;

/// A text as a repository might have it: mostly a name or a command that is plain, at times one made to break
/// out, at times anything.
fn text() -> BoxedStrategy<Value> {
    prop_oneof![
        6 => "[a-z]{1,8}(/[a-z.]{1,8}[a-z])?",
        3 => "(make|cargo|npm run) [a-z]{1,8}( --[a-z]{1,6})?",
        2 => select(vec!["github", "gitlab", "gitea", ".abcd/work", ".abcd/development", ".", "1.90.0"])
            .prop_map(String::from),
        2 => "[a-z]{2,9} \\{value\\}( [a-z]{1,9})?",
        1 => "[a-z]{1,8}[\n\r`{}%$;|\u{202e}\u{200b}]{1,3}[a-z]{4,8}",
        1 => "\n\n#{1,3} [a-z]{1,6}\n\n\n",
        1 => any::<String>(),
    ]
    .prop_map(Value::from)
    .boxed()
}

/// Values that pass a schema.
fn of(schema: &Value, definitions: &Value) -> BoxedStrategy<Value> {
    if let Some(name) = schema["$ref"].as_str() {
        return of(&definitions[name.rsplit('/').next().unwrap()], definitions);
    }
    if let Some(values) = schema["enum"].as_array() {
        return select(values.clone()).boxed();
    }
    if let Some(value) = schema.get("const") {
        return Just(value.clone()).boxed();
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(forms) = schema[key].as_array() {
            let forms: Vec<_> = forms.iter().map(|form| of(form, definitions)).collect();
            return select(forms).prop_flat_map(|form| form).boxed();
        }
    }
    let kinds = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    let kinds: Vec<_> =
        kinds.iter().map(|kind| of_kind(kind.as_str().unwrap(), schema, definitions)).collect();
    select(kinds).prop_flat_map(|kind| kind).boxed()
}

fn of_kind(kind: &str, schema: &Value, definitions: &Value) -> BoxedStrategy<Value> {
    match kind {
        "null" => Just(Value::Null).boxed(),
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        "integer" => any::<u32>().prop_map(Value::from).boxed(),
        "string" => text(),
        "array" => proptest::collection::vec(of(&schema["items"], definitions), 0..=ITEMS)
            .prop_map(Value::from)
            .boxed(),
        "object" => {
            let keys = schema["properties"].as_object().unwrap().iter();
            let start = Just(Map::new()).boxed();
            let fields = keys.fold(start, |object, (key, schema)| {
                let key = key.clone();
                (object, of(schema, definitions))
                    .prop_map(move |(mut object, value)| {
                        object.insert(key.clone(), value);
                        object
                    })
                    .boxed()
            });
            fields.prop_map(Value::from).boxed()
        }
        other => panic!("a schema of {other} is not drawn from"),
    }
}

/// Facts that pass the schema of `answers.json`.
fn known() -> BoxedStrategy<Known> {
    let schema = fs::read_to_string(root().join("schemas/answers.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let definitions = &schema["$defs"];
    let check = json!({ "$defs": definitions, "$ref": "#/$defs/Known" });
    let check = jsonschema::validator_for(&check).unwrap();
    of(&schema["properties"]["facts"], definitions)
        .prop_map(move |facts| {
            assert!(check.is_valid(&facts), "the draw does not pass the schema: {facts}");
            serde_json::from_value(facts).unwrap()
        })
        .boxed()
}

/// Answers to every question of a version, each within its bounds, as a person writes them.
fn answers(edition: Edition<'_>) -> BoxedStrategy<Vec<(String, String)>> {
    let words = edition.choices().map(|ask| {
        let options: Vec<String> = ask.options.iter().map(ToString::to_string).collect();
        (ask.id.to_string(), select(options).boxed())
    });
    let numbers = edition
        .numbers()
        .map(|ask| (ask.id.to_string(), (ask.min..=ask.max).prop_map(|number| number.to_string()).boxed()));
    let switches = edition.switches().map(|ask| {
        let either = select(vec!["off", "on"]).prop_map(String::from);
        (ask.id.to_string(), either.boxed())
    });
    let texts = edition.texts().map(|ask| {
        let text = match ask.grammar {
            Grammar::Path => "[a-z]{1,6}(/[A-Z]{1,6}){0,2}\\.md".boxed(),
            Grammar::Cadence => select(vec![
                "by hand",
                "hourly",
                "every 15 minutes",
                "every 6 hours",
                "every 3 days",
                "daily",
                "daily around 07:00",
                "weekdays around 23:59",
                "weekly",
                "weekly on friday around 00:00",
                "monthly",
            ])
            .prop_map(String::from)
            .boxed(),
        };
        (ask.id.to_string(), text)
    });
    let all: Vec<_> = words.chain(numbers).chain(switches).chain(texts).collect();
    let (ids, draws): (Vec<String>, Vec<_>) = all.into_iter().unzip();
    draws.prop_map(move |answers| ids.iter().cloned().zip(answers).collect()).boxed()
}

#[test]
fn any_record_gives_a_whole_prompt_in_every_version_of_every_archetype() {
    let editions = Editions::built_in();
    let (mut tried, mut gates) = (0, 0);
    for row in editions.archetypes() {
        for version in row.versions.iter() {
            let edition = editions.at(&row.id, *version).unwrap();
            let config = Config { cases: DRAWS, failure_persistence: None, ..Config::default() };
            let draws = (known(), answers(edition), "[a-z]{1,8}(-[a-z0-9]{1,5})?");
            let ran = TestRunner::new(config).run(&draws, |(known, given, name)| {
                let mut answers = Answers::by_default(edition);
                for (id, answer) in &given {
                    prop_assert_eq!(answers.set(edition, id, answer), Ok(()), "{} = {}", id, answer);
                }
                let out = match render(edition, &name, &known, &answers) {
                    // Nobody invents a way to release where none is known.
                    Err(Cannot::NoReleaseFlow)
                        if known.release.as_ref().is_none_or(|one| one.how().is_none()) =>
                    {
                        return Ok(());
                    }
                    out => out.unwrap(),
                };
                prop_assert_eq!(slip(&out.prompt), None, "{}", out.prompt);
                let kept = render(edition, &name, &known.clone().plain(), &answers).unwrap();
                prop_assert_eq!(&kept.prompt, &out.prompt, "what a record keeps renders to the same");
                Ok(())
            });
            if let Err(failure) = ran {
                panic!("{} version {version}: {failure}", row.id);
            }
            tried += 1;
        }
    }
    assert!(tried > 0);
    // A draw that never held a plain gate would prove little.
    let mut runner = TestRunner::deterministic();
    for _ in 0..DRAWS {
        let known = proptest::strategy::ValueTree::current(&known().new_tree(&mut runner).unwrap());
        gates += known.plain().gates.len();
    }
    assert!(gates > 0, "no draw holds a gate that a prompt would take");
}
