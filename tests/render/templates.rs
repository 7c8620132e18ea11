//! `tests/templates/*.txt`: a context in JSON, a line `---`, a template, a line `---`, and what comes out.
//! What comes out is the text, or `error: ` and a part of the message.

use std::fs;

use abcd::routine::render::engine::Engine;
use minijinja::value::{Serde, Value};

use crate::support::root;

#[test]
fn templates_are_filled_in_as_the_cases_say() {
    let mut seen = 0;
    for entry in fs::read_dir(root().join("tests/templates")).unwrap() {
        let path = entry.unwrap().path();
        let case = fs::read_to_string(&path).unwrap();
        let parts: Vec<_> = case.split("---\n").collect();
        let [context, template, expected] = parts.as_slice() else {
            panic!("{}: three parts", path.display())
        };
        let context: serde_json::Value = serde_json::from_str(context).unwrap();
        let template = (*template).to_owned();
        let engine = Engine::over(move |name| match name {
            "case" => Some(template.clone()),
            "part" => Some("one\ntwo\n".to_owned()),
            _ => None,
        });
        let out = engine.fill_value("case", &Value::from(Serde(&context)));
        match (expected.strip_prefix("error: "), out) {
            (Some(part), Err(error)) => {
                assert!(error.to_string().contains(part.trim_end()), "{}: {error}", path.display());
            }
            (None, Ok(text)) => assert_eq!(text, *expected, "{}", path.display()),
            (_, out) => panic!("{}: {out:?}", path.display()),
        }
        seen += 1;
    }
    assert!(seen >= 10, "{seen} cases");
}
