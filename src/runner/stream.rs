//! What a runner printed: one JSON object a line, of which a few are understood.

use serde_json::Value;

use super::request::is_session;
use crate::tables::model::runners::{Mark, Runner};

/// The longest name of a model, in bytes.
const MODEL: usize = 128;

/// What a runner's output tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// The session that it names, where that is plain.
    pub session: Option<String>,
    /// The model that it says has run.
    pub model: Option<String>,
    /// Whether the account may do no more for now, and nothing later says otherwise.
    pub limited: bool,
    /// Whether something in it cannot be read.
    pub garbled: bool,
}

/// Reads a runner's standard output.
pub fn read(row: &Runner, output: &[u8]) -> Told {
    let mut told = Told::default();
    for line in output.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        let Ok(value @ Value::Object(_)) = serde_json::from_slice::<Value>(line) else {
            told.garbled |= row.stream;
            continue;
        };
        let text = |at: &str| value.pointer(at).and_then(Value::as_str).filter(|_| !at.is_empty());
        if let Some(session) = text(&row.session_at).filter(|session| is_session(session)) {
            told.session = Some(session.to_owned());
        }
        if let Some(model) = text(&row.model_at) {
            told.garbled |= !is_model(model);
            told.model = Some(model.to_owned()).filter(|model| is_model(model));
        }
        if row.limited.as_ref().is_some_and(|mark| fits(mark, &value)) {
            told.limited = true;
        } else if row.answered.as_ref().is_some_and(|mark| fits(mark, &value)) {
            told.limited = false;
        }
    }
    told
}

fn fits(mark: &Mark, value: &Value) -> bool {
    let shown = value.pointer(&mark.at).map(|at| match at {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    value.get("type").and_then(Value::as_str) == Some(&mark.kind) && shown.as_deref() == Some(&mark.is)
}

fn is_model(text: &str) -> bool {
    (1..=MODEL).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-:/@[]".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::{Told, read};
    use crate::registry::runners::runner;

    fn told(id: &str, output: &str) -> Told {
        read(runner(id).unwrap(), output.as_bytes())
    }

    #[test]
    fn a_limit_holds_until_a_later_answer() {
        let limit = r#"{"type":"rate_limit_event","rate_limit_info":{"status":"rejected"}}"#;
        let near = r#"{"type":"rate_limit_event","rate_limit_info":{"status":"allowed_warning"}}"#;
        let done = r#"{"type":"result","is_error":false}"#;
        let failed = r#"{"type":"result","is_error":true}"#;
        for (lines, limited) in [
            (vec![limit], true),
            (vec![limit, failed], true),
            (vec![limit, done], false),
            (vec![done, limit], true),
            (vec![near, done], false),
        ] {
            assert_eq!(told("claude", &lines.join("\n")).limited, limited, "{lines:?}");
        }
        let error = |status| format!(r#"{{"type":"error","error":{{"data":{{"statusCode":{status}}}}}}}"#);
        assert!(told("opencode", &error(429)).limited);
        assert!(!told("opencode", &error(500)).limited);
    }

    #[test]
    fn what_is_no_object_a_line_is_garbled_where_a_stream_is_promised() {
        for (id, garbled) in [("claude", true), ("opencode", true), ("command", false)] {
            assert_eq!(told(id, "working\n").garbled, garbled, "{id}");
            assert!(!told(id, "\n{\"type\":\"x\"}\r\n").garbled, "{id}");
        }
        assert!(told("claude", "{\"type\":\"system\",\"model\":\"a b\"}").garbled);
        assert_eq!(
            told("claude", "{\"model\":\"opus-5\",\"session_id\":\"../x\"}"),
            Told { model: Some("opus-5".to_owned()), ..Told::default() }
        );
    }
}
