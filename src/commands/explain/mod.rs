//! `abcd explain`: one code, one command, the list of both, or everything.

mod command;
mod index;
mod refusal;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::refusal::{Refusal, Stop};
use crate::registry::commands::{COMMANDS, by_path};
use crate::registry::near::nearest;
use crate::registry::refusals::{REFUSALS, by_name};
use crate::registry::{args, code};
use command::CommandPage;
use index::{Everything, Index};
use refusal::CodePage;

pub(crate) use command::usage;

/// What was explained.
pub(crate) enum Explained {
    Code(Box<CodePage>),
    Command(Box<CommandPage>),
    Index(Index),
    Everything(Everything),
}

pub(crate) fn run(args: args::Explain, _: &Call, _: &Host) -> Outcome<Explained> {
    let topic = args.topic.join(" ").to_lowercase();
    let words: Vec<&str> = topic.split_whitespace().collect();
    let topic = words.join(" ");
    let topic = topic.strip_prefix("abcd ").unwrap_or(&topic);
    let explained = match topic {
        "" if args.all => Explained::Everything(Everything::new()),
        "" => Explained::Index(Index::new()),
        topic if topic.contains('/') => Explained::Code(Box::new(of_code(topic)?)),
        topic => Explained::Command(Box::new(of_command(topic)?)),
    };
    Ok(explained.into())
}

fn of_code(topic: &str) -> Result<CodePage, Stop> {
    let entry = by_name(topic).ok_or_else(|| {
        let names = REFUSALS.iter().map(|row| row.code.as_ref());
        unknown(Refusal::new(code::EXPLAIN_UNKNOWN_CODE), nearest(topic, names))
    })?;
    Ok(CodePage::new(entry))
}

fn of_command(topic: &str) -> Result<CommandPage, Stop> {
    Ok(CommandPage::new(by_path(topic).ok_or_else(|| unknown_command(topic))?))
}

/// The refusal of a path that no command has, with the nearest that one has.
pub(crate) fn unknown_command(path: &str) -> Stop {
    let names = COMMANDS.iter().filter(|row| !row.hidden()).map(|row| row.path.as_ref());
    unknown(Refusal::new(code::EXPLAIN_UNKNOWN_COMMAND), nearest(path, names))
}

fn unknown(refusal: Refusal, found: Option<&'static str>) -> Stop {
    let Some(found) = found else { return refusal.into() };
    let message = format!("{}; the nearest is `{found}`", refusal.error());
    refusal.saying(message).nearest(Some(found)).into()
}

impl Serialize for Explained {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Code(page) => page.serialize(to),
            Self::Command(page) => page.serialize(to),
            Self::Index(index) => index.serialize(to),
            Self::Everything(everything) => everything.serialize(to),
        }
    }
}

impl JsonSchema for Explained {
    fn schema_name() -> Cow<'static, str> {
        "Explained".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            generator.subschema_for::<CodePage>(),
            generator.subschema_for::<CommandPage>(),
            generator.subschema_for::<Index>(),
            generator.subschema_for::<Everything>(),
        ] })
    }
}

impl Document for Explained {
    fn page(&self, page: &mut Page) {
        match self {
            Self::Code(code) => code.page(page),
            Self::Command(command) => command.page(page),
            Self::Index(index) => index.page(page),
            Self::Everything(everything) => everything.page(page),
        }
    }
}
