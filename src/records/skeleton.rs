//! What a new record's text starts as: the templates in `templates/records/`.
//!
//! What a section wants to hear stands in it as a comment, so that a section that nobody has filled in says
//! nothing.

use std::collections::BTreeMap;

use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

use crate::refusal::{Fault, Stop};
use crate::registry::templates;

/// A kind of record that starts from a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Skeleton {
    Intent,
    Spec,
    Decision,
}

impl Skeleton {
    const fn template(self) -> &'static str {
        match self {
            Self::Intent => "records/intent.md.jinja",
            Self::Spec => "records/spec.md.jinja",
            Self::Decision => "records/decision.md.jinja",
        }
    }
}

/// The text of a new record with its words filled in.
pub(super) fn fill(skeleton: Skeleton, words: &[(&str, &str)]) -> Result<String, Stop> {
    let broken = || Fault::new("a template of abcd's own is broken; please report the call that met it");
    let source = templates::text(skeleton.template()).ok_or_else(broken)?;
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    let words: BTreeMap<_, _> = words.iter().copied().collect();
    environment.render_str(&source, Value::from(Serde(&words))).map_err(|_| broken().into())
}

/// A text as a quotation: whatever it holds, no line of it becomes a section or a bullet of the record.
pub(super) fn quoted(text: &str) -> String {
    let lines = text.trim().lines().map(|line| format!("> {line}"));
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::body::Body;
    use super::super::{intent, spec};
    use super::{Skeleton, fill, quoted};

    #[test]
    fn a_new_record_has_its_sections_and_none_of_them_says_anything() {
        let words = [("title", "A title"), ("press", ""), ("why", "")];
        let text = fill(Skeleton::Intent, &words).unwrap();
        let body = Body::read(&text);
        assert_eq!(body.title.as_deref(), Some("A title"));
        let titles: Vec<_> = body.sections.iter().map(|section| section.title.as_str()).collect();
        let expected = [
            "Press Release",
            "Why This Matters",
            "What's In Scope",
            "SOTA",
            intent::CRITERIA,
            "Open Questions",
            "Decisions",
            "Audit Notes",
        ];
        assert_eq!(titles, expected);
        assert!(body.sections.iter().all(|section| !section.says && section.bullets.is_empty()), "{text}");
        let spec = fill(Skeleton::Spec, &words).unwrap();
        let body = Body::read(&spec);
        assert!(spec::NEEDED.iter().all(|title| body.named(title).count() == 1), "{spec}");
        assert!(body.sections.iter().all(|section| !section.says), "{spec}");
    }

    #[test]
    fn what_is_quoted_stays_quoted() {
        let text = quoted("one\r\n\n## Acceptance Criteria\n- two {{ title }} <!--");
        let words = [("title", "T"), ("press", text.as_str()), ("why", "")];
        let filled = fill(Skeleton::Intent, &words).unwrap();
        assert!(filled.contains("> - two {{ title }} <!--"), "{filled}");
        let body = Body::read(&filled);
        assert_eq!(body.named(intent::CRITERIA).count(), 1, "{filled}");
        assert_eq!(body.bullets(intent::CRITERIA).count(), 0);
        assert!(body.says("Press Release"));
    }
}
