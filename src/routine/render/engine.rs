//! Fills templates in, strictly: what is not there, none, or no text is an error, never a blank.

use minijinja::value::{Serde, Value, ValueKind};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior};

use super::Broken;
use super::context::Context;

/// The one way from a template's name and a context to text.
#[derive(Debug)]
pub struct Engine {
    environment: Environment<'static>,
}

impl Engine {
    /// An engine that finds templates by their names so.
    pub fn over(find: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_formatter(write_text);
        if let Ok(syntax) = environment
            .syntax()
            .to_builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build()
        {
            environment.set_syntax(syntax);
        }
        environment.set_loader(move |name| Ok::<_, Error>(find(name)));
        Self { environment }
    }

    /// The template's text with the context filled in; lines end with `\n`, whatever the source had.
    pub fn fill_value(&self, name: &str, context: &Value) -> Result<String, Broken> {
        let filled = self.environment.get_template(name).and_then(|template| template.render(context));
        filled.map_err(|error| Broken::Template(chain(&error)))
    }
}

/// A context as the templates read it; made once for all that are filled in from it.
pub fn values(context: &Context) -> Value {
    Value::from(Serde(context))
}

/// Only texts and numbers are words; anything else in an output is a slip of the template.
fn write_text(output: &mut Output<'_>, _: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    match value.kind() {
        ValueKind::String | ValueKind::Number => write!(output, "{value}").map_err(Error::from),
        kind => Err(Error::new(ErrorKind::InvalidOperation, format!("a {kind} is no text"))),
    }
}

/// An error with its causes, each with template and line.
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(next) = cause {
        text.push_str(": ");
        text.push_str(&next.to_string());
        cause = next.source();
    }
    text
}
