//! INI as Python's configparser reads it: sections, `key = value`, indented lines go on.

use super::{Node, Value};

pub(super) fn parse(text: &str) -> Node {
    let mut sections: Vec<(String, Node)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let (number, trimmed) = (at + 1, line.trim());
        if trimmed.starts_with(['#', ';']) {
            continue;
        }
        let indented = line.starts_with([' ', '\t']);
        if let Some(name) = trimmed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
            && !indented
        {
            sections.push((name.trim().to_owned(), Node { line: number, value: Value::Map(Vec::new()) }));
        } else if let Some((_, Node { value: Value::Map(entries), .. })) = sections.last_mut() {
            take(entries, trimmed, indented, number);
        }
    }
    Node { line: 1, value: Value::Map(sections) }
}

fn take(entries: &mut Vec<(String, Node)>, line: &str, indented: bool, number: usize) {
    if indented {
        if let Some((_, Node { value: Value::Text(text), .. })) = entries.last_mut()
            && !line.is_empty()
        {
            text.push('\n');
            text.push_str(line);
        }
    } else if let Some((key, value)) = line.split_once(['=', ':']) {
        let node = Node { line: number, value: Value::Text(value.trim().to_owned()) };
        entries.push((key.trim().to_ascii_lowercase(), node));
    }
}
