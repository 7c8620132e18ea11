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
    /// Whether it says that it did not do what it was asked for, and nothing later says otherwise.
    pub failed: bool,
    /// Whether something in it cannot be read, or its end is missing.
    pub garbled: bool,
}

/// Reads a runner's standard output.
pub fn read(row: &Runner, output: &[u8]) -> Told {
    let mut told = Told::default();
    let mut closed = row.closes.is_empty();
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
        let is = |mark: &Option<Mark>| mark.as_ref().is_some_and(|mark| fits(mark, &value));
        if is(&row.answered) {
            (told.limited, told.failed) = (false, false);
        }
        told.limited |= is(&row.limited);
        told.failed |= is(&row.failed);
        closed |= text("/type") == Some(&row.closes);
    }
    told.garbled |= !closed;
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

    const LIMIT: &str = r#"{"type":"rate_limit_event","rate_limit_info":{"status":"rejected"}}"#;
    const NEAR: &str = r#"{"type":"rate_limit_event","rate_limit_info":{"status":"allowed_warning"}}"#;
    const DONE: &str = r#"{"type":"result","is_error":false}"#;
    const FAILED: &str = r#"{"type":"result","is_error":true}"#;

    #[test]
    fn a_limit_or_a_failure_holds_until_a_later_answer() {
        for id in ["claude", "command"] {
            for (lines, limited, failed) in [
                (vec![LIMIT], true, false),
                (vec![LIMIT, FAILED], true, true),
                (vec![LIMIT, DONE], false, false),
                (vec![DONE, LIMIT], true, false),
                (vec![NEAR, DONE], false, false),
                (vec![FAILED, DONE], false, false),
                (vec![DONE, FAILED], false, true),
            ] {
                let told = told(id, &lines.join("\n"));
                assert_eq!((told.limited, told.failed), (limited, failed), "{id} {lines:?}");
            }
        }
        let error = |status| format!(r#"{{"type":"error","error":{{"data":{{"statusCode":{status}}}}}}}"#);
        let stop = r#"{"type":"step_finish","part":{"reason":"stop"}}"#;
        let seen = |text: &str| {
            let told = told("opencode", text);
            (told.limited, told.failed)
        };
        assert_eq!(seen(&error(429)), (true, true));
        assert_eq!(seen(&error(500)), (false, true));
        assert_eq!(seen(&format!("{}\n{stop}", error(429))), (false, false));
    }

    #[test]
    fn what_is_no_object_a_line_is_garbled_where_a_stream_is_promised() {
        for (id, end) in [("claude", DONE), ("opencode", ""), ("command", "")] {
            let promised = id != "command";
            assert_eq!(told(id, &format!("working\n{end}")).garbled, promised, "{id}");
            assert_eq!(told(id, &format!("{{\"type\":\n{end}")).garbled, promised, "{id}");
            assert!(!told(id, &format!("\n{{\"type\":\"x\"}}\r\n{end}")).garbled, "{id}");
        }
        assert!(told("claude", &format!("{{\"type\":\"system\",\"model\":\"a b\"}}\n{DONE}")).garbled);
        assert_eq!(
            told("claude", &format!("{{\"model\":\"opus-5\",\"session_id\":\"../x\"}}\n{DONE}")),
            Told { model: Some("opus-5".to_owned()), ..Told::default() }
        );
    }

    #[test]
    fn a_stream_without_its_end_is_garbled() {
        assert!(told("claude", "").garbled);
        assert!(told("claude", LIMIT).garbled);
        assert!(!told("claude", FAILED).garbled);
        assert!(!told("opencode", "").garbled);
    }
}
