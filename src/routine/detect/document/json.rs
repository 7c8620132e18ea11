//! JSON, with the comments and final commas that people put into it.

use jsonc_parser::ast::Value as Json;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::{Bounds, Broken, Lines, Node, Value};

pub(super) fn parse(text: &str) -> Result<Node, Broken> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default())
        .map_err(|_| Broken::Syntax)?;
    let root = parsed.value.ok_or(Broken::Syntax)?;
    node(&root, 1, 0, &mut Lines::new(text), &mut Bounds::new())
}

fn node(
    json: &Json<'_>,
    line: usize,
    depth: usize,
    lines: &mut Lines<'_>,
    bounds: &mut Bounds,
) -> Result<Node, Broken> {
    bounds.enter(depth)?;
    let value = match json {
        Json::StringLit(text) => Value::Text(text.value.to_string()),
        Json::NumberLit(number) => Value::Text(number.value.to_owned()),
        Json::BooleanLit(yes) => Value::Text(yes.value.to_string()),
        Json::NullKeyword(_) => Value::Null,
        Json::Array(array) => {
            let mut items = Vec::new();
            for item in &array.elements {
                let line = lines.of(start(item));
                items.push(node(item, line, depth + 1, lines, bounds)?);
            }
            Value::List(items)
        }
        Json::Object(object) => {
            let mut entries = Vec::new();
            for property in &object.properties {
                let line = lines.of(property.range.start);
                let value = node(&property.value, line, depth + 1, lines, bounds)?;
                entries.push((property.name.as_str().to_owned(), value));
            }
            Value::Map(entries)
        }
    };
    Ok(Node { line, value })
}

fn start(json: &Json<'_>) -> usize {
    match json {
        Json::StringLit(text) => text.range.start,
        Json::NumberLit(number) => number.range.start,
        Json::BooleanLit(yes) => yes.range.start,
        Json::NullKeyword(null) => null.range.start,
        Json::Array(array) => array.range.start,
        Json::Object(object) => object.range.start,
    }
}
