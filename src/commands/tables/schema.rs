//! `abcd tables schema`: the JSON Schemas of tables, files and documents.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::schemas::schema;
use super::written::{self, Written};
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::refusal::{Fault, Stop};
use crate::registry::args;
use crate::registry::values::{Closed, Schema};

/// One schema, all of them by name, or where they were written.
pub(crate) enum Printed {
    One(Value, String),
    All(Map<String, Value>, String),
    Written(Written),
}

pub(crate) fn run(args: args::TablesSchema, call: &Call, host: &Host) -> Outcome<Printed> {
    let names = args.name.map_or(Schema::ALL.to_vec(), |name| vec![name]);
    if args.write {
        let file = |name: &Schema| Ok((format!("schemas/{name}.schema.json"), text(&schema(*name))?));
        let files = names.iter().map(file).collect::<Result<Vec<_>, Stop>>()?;
        return Ok(Printed::Written(written::write(call, host, files)?).into());
    }
    if let Some(name) = args.name {
        let schema = schema(name);
        let text = text(&schema)?;
        return Ok(Printed::One(schema, text).into());
    }
    let all: Map<String, Value> = names.into_iter().map(|name| (name.to_string(), schema(name))).collect();
    let text = text(&all)?;
    Ok(Printed::All(all, text).into())
}

fn text(document: &impl Serialize) -> Result<String, Stop> {
    let text = serde_json::to_string_pretty(document).map_err(|_| Fault::new("a schema is no JSON"))?;
    Ok(text + "\n")
}

impl Serialize for Printed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(schema, _) => schema.serialize(to),
            Self::All(schemas, _) => schemas.serialize(to),
            Self::Written(written) => written.serialize(to),
        }
    }
}

impl Document for Printed {
    fn page(&self, page: &mut Page) {
        match self {
            Self::One(_, text) | Self::All(_, text) => page.text(text),
            Self::Written(written) => written.page(page),
        }
    }
}
