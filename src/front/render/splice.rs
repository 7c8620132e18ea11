//! A key added to an encoded object, every other byte left as it was.

use memchr::memchr2;

/// Puts `,"key":value` before the final brace of `document`; without the comma in an empty object.
///
/// # Errors
/// The document is no object, or has a key of that name at its top.
pub(super) fn splice(document: &[u8], key: &str, value: &[u8]) -> Result<Vec<u8>, &'static str> {
    let inside = |byte: &u8| !byte.is_ascii_whitespace();
    let open = document.iter().position(inside).ok_or("it is empty")?;
    let close = document.iter().rposition(inside).ok_or("it is empty")?;
    if document.get(open) != Some(&b'{') || document.get(close) != Some(&b'}') || open == close {
        return Err("it is no object");
    }
    if has_key(document, key) {
        return Err("it has a key of that name already");
    }
    let (before, after) = document.split_at(close);
    let last = before.iter().rposition(inside).unwrap_or(open);
    let mut out = Vec::with_capacity(document.len() + key.len() + value.len() + 4);
    let (kept, space) = before.split_at(last + 1);
    out.extend_from_slice(kept);
    if last != open {
        out.push(b',');
    }
    out.extend_from_slice(format!("\"{key}\":").as_bytes());
    out.extend_from_slice(value);
    out.extend_from_slice(space);
    out.extend_from_slice(after);
    Ok(out)
}

/// Whether the object has `key` at its top level.
fn has_key(document: &[u8], key: &str) -> bool {
    let (mut depth, mut at) = (0_usize, 0);
    let mut name = None;
    while let Some(byte) = document.get(at) {
        match byte {
            b'"' => {
                let end = string_end(document, at + 1);
                name = document.get(at..=end).filter(|_| depth == 1);
                at = end;
            }
            b':' if depth == 1 => {
                let decoded = name.and_then(|name| serde_json::from_slice::<String>(name).ok());
                if decoded.as_deref() == Some(key) {
                    return true;
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    false
}

/// Where the string whose text begins at `from` has its closing quote.
fn string_end(document: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(found) = document.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found;
        if document.get(at) == Some(&b'"') {
            return at;
        }
        at += 2;
    }
    document.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::splice;

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                objects(inner).prop_map(Value::from),
            ]
        })
    }

    fn objects(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
        let key = prop_oneof![any::<String>(), Just("next".to_owned()), Just("next_steps".to_owned())];
        prop::collection::vec((key, value), 0..4).prop_map(Map::from_iter)
    }

    proptest! {
        #[test]
        fn every_other_byte_stays(object in objects(values()), pretty in any::<bool>()) {
            let bytes = if pretty { serde_json::to_vec_pretty(&object) } else { serde_json::to_vec(&object) }.unwrap();
            let spliced = splice(&bytes, "next_steps", b"[1]");
            if object.contains_key("next_steps") {
                prop_assert!(spliced.is_err());
                return Ok(());
            }
            let spliced = spliced.unwrap();
            let comma = if object.is_empty() { "" } else { "," };
            let added = format!("{comma}\"next_steps\":[1]");
            let at = spliced.windows(added.len()).rposition(|part| part == added.as_bytes()).unwrap();
            let mut without = spliced.clone();
            without.drain(at..at + added.len());
            prop_assert_eq!(&without, &bytes);
            let read: Map<String, Value> = serde_json::from_slice(&spliced).unwrap();
            prop_assert_eq!(read.keys().next_back().map(String::as_str), Some("next_steps"));
            prop_assert_eq!(read.len(), object.len() + 1);
        }
    }

    #[test]
    fn only_objects_take_a_key() {
        for document in ["[]", "[{}]", "\"{}\"", "", "{"] {
            assert!(splice(document.as_bytes(), "k", b"1").is_err(), "{document}");
        }
        assert_eq!(splice(b"{}\n", "k", b"1").unwrap(), b"{\"k\":1}\n");
        assert_eq!(splice(b"{\"a\":{\"k\":0}}", "k", b"1").unwrap(), b"{\"a\":{\"k\":0},\"k\":1}");
        assert!(splice(br#"{"\u006b":0}"#, "k", b"1").is_err(), "an escaped spelling is the same key");
    }
}
