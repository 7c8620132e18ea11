//! JSON read strictly: one whole document, and no key twice at any depth.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Why a text is no strict JSON, and on which line of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotStrict {
    /// It is no JSON, or it ends too early.
    Syntax(usize),
    /// A key stands twice in one object.
    RepeatedKey(usize),
    /// Something stands behind the document.
    Trailing(usize),
}

/// Reads one document.
pub fn parse(text: &str) -> Result<Value, NotStrict> {
    let mut from = serde_json::Deserializer::from_str(text);
    let Once(value) = Once::deserialize(&mut from).map_err(|error| {
        let line = error.line();
        // The visitor below takes every kind of value, so it can only have found a repeated key.
        if error.is_data() { NotStrict::RepeatedKey(line) } else { NotStrict::Syntax(line) }
    })?;
    from.end().map_err(|error| NotStrict::Trailing(error.line()))?;
    Ok(value)
}

/// A value in whose objects no key stands twice.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any).map(Self)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("any JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Once(value)) = items.next_element()? {
            all.push(value);
        }
        Ok(all.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if all.contains_key(&key) {
                return Err(A::Error::custom("a key stands there twice"));
            }
            let Once(value) = entries.next_value()?;
            all.insert(key, value);
        }
        Ok(all.into())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{NotStrict, parse};

    #[test]
    fn a_key_that_is_repeated_at_any_depth_is_found_and_the_same_key_elsewhere_is_not() {
        for (text, line) in [
            (r#"{"a": 1, "a": 1}"#, 1),
            ("{\"b\": [\n{\"c\": {\"d\": 1,\n\"d\": 2}}]}", 3),
            (r#"[[[{"x": null, "y": 1, "x": null}]]]"#, 1),
            // The same key, spelt another way.
            (r#"{"a": 1, "\u0061": 2}"#, 1),
        ] {
            assert_eq!(parse(text), Err(NotStrict::RepeatedKey(line)), "{text}");
        }
        assert!(parse(r#"{"a": {"a": [{"a": 1}, {"a": 2}]}}"#).is_ok());
    }

    #[test]
    fn what_is_no_whole_document_is_told_from_one_with_something_behind_it() {
        for text in ["", "{", "nul", "{\"a\": }", "\u{feff}{}", "{'a': 1}", "{\"a\": 1,}"] {
            assert!(matches!(parse(text), Err(NotStrict::Syntax(_))), "{text}");
        }
        for text in ["{} {}", "{}x", "1 2", "{}\n]"] {
            assert!(matches!(parse(text), Err(NotStrict::Trailing(_))), "{text}");
        }
        assert!(matches!(parse(&"[".repeat(100_000)), Err(NotStrict::Syntax(_))));
        assert!(parse(" {} \n").is_ok());
    }

    proptest! {
        #[test]
        fn what_it_takes_is_what_a_plain_reader_takes(text in "[\\[\\]{}\",:a0-9 .e\\\\-]{0,40}") {
            let plain = serde_json::from_str::<serde_json::Value>(&text);
            match parse(&text) {
                Ok(value) => prop_assert_eq!(plain.unwrap(), value),
                Err(NotStrict::RepeatedKey(_)) => {}
                Err(_) => prop_assert!(plain.is_err()),
            }
        }
    }
}
