//! TOML, each value with the place that it stands at.

use toml::de::{DeTable, DeValue};

use super::{Bounds, Broken, Lines, Node, Value};

pub(super) fn parse(text: &str) -> Result<Node, Broken> {
    let table = DeTable::parse(text).map_err(|_| Broken::Syntax)?;
    let value = map(table.get_ref(), 0, &mut Lines::new(text), &mut Bounds::new())?;
    Ok(Node { line: 1, value })
}

fn map(
    table: &DeTable<'_>,
    depth: usize,
    lines: &mut Lines<'_>,
    bounds: &mut Bounds,
) -> Result<Value, Broken> {
    let mut entries = Vec::new();
    for (key, value) in table {
        let line = lines.of(key.span().start);
        entries.push((key.get_ref().to_string(), node(value.get_ref(), line, depth + 1, lines, bounds)?));
    }
    // In the order of the file: targets are offered in that order.
    entries.sort_by_key(|(_, node)| node.line);
    Ok(Value::Map(entries))
}

fn node(
    toml: &DeValue<'_>,
    line: usize,
    depth: usize,
    lines: &mut Lines<'_>,
    bounds: &mut Bounds,
) -> Result<Node, Broken> {
    bounds.enter(depth)?;
    let value = match toml {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Text(number.to_string()),
        DeValue::Float(number) => Value::Text(number.to_string()),
        DeValue::Boolean(yes) => Value::Text(yes.to_string()),
        DeValue::Datetime(time) => Value::Text(time.to_string()),
        DeValue::Table(table) => map(table, depth, lines, bounds)?,
        DeValue::Array(array) => {
            let mut items = Vec::new();
            for item in array {
                let line = lines.of(item.span().start);
                items.push(node(item.get_ref(), line, depth + 1, lines, bounds)?);
            }
            Value::List(items)
        }
    };
    Ok(Node { line, value })
}
