//! Checked tables as Rust that a person can read: one text a file of `OUT_DIR`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::literal::{Unsupported, camel, literal, snake};
use super::load::Tables;
use super::model::commands::{Command, Output, Parameter};
use super::source::{Place, Step};

/// The generated files: name and text.
pub type Files = Vec<(&'static str, String)>;

/// Writes every registry; `raised` is which command paths raise which code.
pub fn emit(tables: &Tables, raised: &BTreeMap<String, Vec<String>>) -> Result<Files, Unsupported> {
    Ok(vec![
        ("refusals.rs", refusals(tables, raised)?),
        ("commands.rs", commands(tables)?),
        ("args.rs", args(tables)),
        ("values.rs", values(tables)?),
        ("handlers.rs", handlers(tables)),
        ("fill.rs", fill(tables)),
        ("routines.rs", routines(tables)?),
    ])
}

/// Rows sorted by `name`, so that a look-up can halve its way.
fn sorted<T>(rows: &[(Place, T)], name: fn(&T) -> &str) -> Vec<&(Place, T)> {
    let mut rows: Vec<&(Place, T)> = rows.iter().collect();
    rows.sort_by_key(|(_, row)| name(row));
    rows
}

/// `pub static NAME: [Type; n] = […];`
fn list<'a, T: Serialize + 'a>(
    name: &str,
    row_type: &str,
    rows: impl ExactSizeIterator<Item = &'a T>,
) -> Result<String, Unsupported> {
    let mut out = format!("pub static {name}: [{row_type}; {}] = [\n", rows.len());
    for row in rows {
        let _ = writeln!(out, "    {},", literal(row, 1)?);
    }
    out.push_str("];\n");
    Ok(out)
}

/// `file:line` of each row's `key`, in the order of the rows.
fn places<T>(tables: &Tables, name: &str, key: &'static str, rows: &[&(Place, T)]) -> String {
    let mut out = format!("/// Where each row stands.\npub static {name}: [&str; {}] = [\n", rows.len());
    for (place, _) in rows {
        let shown = tables.sources.get(place.file).map_or_else(String::new, |source| {
            let span = source.span(&[Step::Key(place.key), Step::Row(place.row), Step::Key(key)]);
            format!("{}:{}", source.path, source.line(span.start))
        });
        let _ = writeln!(out, "    {shown:?},");
    }
    out.push_str("];\n");
    out
}

fn refusals(tables: &Tables, raised: &BTreeMap<String, Vec<String>>) -> Result<String, Unsupported> {
    let rows = sorted(&tables.refusals, |row| &row.code);
    let mut out = "// Written by the build from tables/refusals/.\n\n/// Every code, sorted.\n".to_owned();
    out += &list("REFUSALS", "Refusal", rows.iter().map(|(_, row)| row))?;
    out += &places(tables, "REFUSAL_ROWS", "code", &rows);
    out += "/// The commands that raise each code, as the scenarios show.\n";
    let _ = writeln!(out, "pub static RAISED_BY: [&[&str]; {}] = [", rows.len());
    for (_, row) in &rows {
        let by = raised.get(row.code.as_ref()).map_or(&[][..], Vec::as_slice);
        let _ = writeln!(out, "    &{by:?},");
    }
    out +=
        "];\n\n/// The codes that a refusal can be raised with; one that nobody raises does not compile.\n";
    out += "pub(crate) mod code {\n    use super::Code;\n\n";
    for (number, (_, row)) in rows.iter().enumerate().filter(|(_, (_, row))| row.retired.is_none()) {
        let name = snake(&row.code).to_uppercase();
        let _ = writeln!(out, "    /// `{}`: {}.", row.code, row.summary);
        let _ = writeln!(out, "    pub(crate) const {name}: Code = Code({number});");
    }
    out.push_str("}\n");
    Ok(out)
}

fn commands(tables: &Tables) -> Result<String, Unsupported> {
    let rows = sorted(&tables.commands, |row| &row.path);
    let kinds = sorted(&tables.kinds, |row| &row.kind);
    let mut out = "// Written by the build from tables/.\n\n/// Every command, sorted by path.\n".to_owned();
    out += &list("COMMANDS", "Command", rows.iter().map(|(_, row)| row))?;
    out += &places(tables, "COMMAND_ROWS", "path", &rows);
    out += "/// The parser's error kinds.\n";
    out += &list("KINDS", "Kind", kinds.iter().map(|(_, row)| row))?;
    out += "/// The code of each kind.\n";
    let _ = writeln!(out, "pub static KIND_CODES: [Code; {}] = [", kinds.len());
    for (_, row) in &kinds {
        let _ = writeln!(out, "    code::{},", snake(&row.code).to_uppercase());
    }
    out.push_str("];\n");
    if let Some((_, root)) = tables.roots.first() {
        let _ = writeln!(out, "/// abcd itself.\npub static ROOT: Root = {};", literal(root, 0)?);
    }
    Ok(out)
}

fn values(tables: &Tables) -> Result<String, Unsupported> {
    let mut out = "// Written by the build from tables/values.toml.\n\n/// Every closed set.\n".to_owned();
    out += &list("SETS", "Set", tables.sets.iter().map(|(_, row)| row))?;
    for (_, set) in &tables.sets {
        let variants: Vec<String> = set
            .value
            .iter()
            .map(|value| format!("{} = {:?}: {:?}", camel(&value.name), value.name, value.means))
            .collect();
        let _ = writeln!(
            out,
            "\nset! {{\n    {:?}, {} {{\n        {}\n    }}\n}}",
            set.about,
            camel(&set.id),
            variants.join(",\n        ")
        );
    }
    Ok(out)
}

fn args(tables: &Tables) -> String {
    let mut out = "// Written by the build from tables/commands/.\n".to_owned();
    for (_, command) in sorted(&tables.commands, |row| &row.path).into_iter().filter(|(_, row)| !row.group) {
        let parameters: Vec<&Parameter> = command.argument.iter().chain(command.flag.iter()).collect();
        let name = camel(&command.path);
        let _ = writeln!(out, "\n/// What `abcd {}` was called with.\n#[derive(Debug, Clone)]", command.path);
        if parameters.is_empty() {
            let _ = writeln!(out, "pub struct {name};");
        } else {
            let _ = writeln!(out, "pub struct {name} {{");
            for row in &parameters {
                let _ = writeln!(out, "    /// {}", row.help);
                let _ = writeln!(out, "    pub {}: {},", field(&row.name), field_type(row));
            }
            out.push_str("}\n");
        }
        let _ = writeln!(out, "\nimpl FromMatches for {name} {{");
        let unused = if parameters.is_empty() { "_" } else { "" };
        let _ =
            writeln!(out, "    fn from_matches({unused}matches: &mut ArgMatches) -> Result<Self, Lost> {{");
        if parameters.is_empty() {
            out.push_str("        Ok(Self)\n");
        } else {
            out.push_str("        Ok(Self {\n");
            for row in &parameters {
                let _ = writeln!(out, "            {}: {},", field(&row.name), taken(row));
            }
            out.push_str("        })\n");
        }
        out.push_str("    }\n}\n");
    }
    out
}

fn field(name: &str) -> String {
    let name = snake(name);
    if ["type", "ref", "for", "in", "as", "use", "where"].contains(&name.as_str()) {
        format!("r#{name}")
    } else {
        name
    }
}

fn value_type(row: &Parameter) -> String {
    match row.r#type.as_ref() {
        "text" => "String".to_owned(),
        "path" => "std::path::PathBuf".to_owned(),
        "integer" => "i64".to_owned(),
        set => format!("values::{}", camel(set)),
    }
}

fn field_type(row: &Parameter) -> String {
    let value = value_type(row);
    match () {
        () if row.r#type == "switch" => "bool".to_owned(),
        () if row.repeatable => format!("Vec<{value}>"),
        () if row.required || row.default.is_some() => value,
        () => format!("Option<{value}>"),
    }
}

/// The expression that takes a parameter out of the matches.
fn taken(row: &Parameter) -> String {
    let set = !["text", "path", "integer", "switch"].contains(&row.r#type.as_ref());
    let how = match () {
        () if row.r#type == "switch" => return format!("matches.get_flag({:?})", row.name),
        () if row.repeatable => "many",
        () if row.required || row.default.is_some() => "one",
        () => "maybe",
    };
    format!("{}{how}(matches, {:?})?", if set { "set_" } else { "" }, row.name)
}

fn routines(tables: &Tables) -> Result<String, Unsupported> {
    let mut out = "// Written by the build from tables/routines/ and tables/invariants/.\n\n".to_owned();
    out += "/// Every archetype, sorted by id.\n";
    out += &list("ROUTINES", "Routine", sorted(&tables.routines, |row| &row.id).iter().map(|(_, row)| row))?;
    let rules = sorted(&tables.invariants, |row| &row.id);
    out += "/// Every rule, sorted by id.\n";
    out += &list("INVARIANTS", "Invariant", rules.iter().map(|(_, row)| row))?;
    Ok(out)
}

/// The templates, by their names relative to `templates/`; the compiler reads each where it stands.
pub fn templates(mut names: Vec<String>) -> String {
    names.sort();
    let mut out =
        "// Written by the build from templates/.\n\n/// Every template: name and text, sorted.\n".to_owned();
    out.push_str(&format!("pub static TEMPLATES: [(&str, &str); {}] = [\n", names.len()));
    for name in names {
        let from = format!("/templates/{name}");
        out.push_str(&format!(
            "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {from:?}))),\n"
        ));
    }
    out.push_str("];\n");
    out
}

fn handlers(tables: &Tables) -> String {
    let rows = sorted(&tables.commands, |row| &row.path);
    let mut out = "// Written by the build from tables/commands/.\n\n/// What runs each row of `COMMANDS`.\n"
        .to_owned();
    let _ = writeln!(out, "static HANDLERS: [Option<Handler>; {}] = [", rows.len());
    for (_, row) in &rows {
        let _ = writeln!(out, "    {},", handler(row));
    }
    out.push_str("];\n");
    out
}

fn fill(tables: &Tables) -> String {
    let rows = tables.commands.len();
    let mut out = "// Written by the build from tables/commands/.\n\n/// What completes each row's branch.\n"
        .to_owned();
    let _ = writeln!(out, "static FILL: [Fill; {rows}] = [");
    for number in 0..rows {
        let _ = writeln!(out, "    fill::<{number}>,");
    }
    out.push_str("];\n");
    out
}

fn handler(row: &Command) -> String {
    if row.group {
        return "None".to_owned();
    }
    let module = row.path.split(' ').map(|word| field(word)).collect::<Vec<_>>().join("::");
    let bind = if row.output == Output::Stream { "stream" } else { "object" };
    format!("Some(|matches, call, host, out| {bind}(commands::{module}::run, matches, call, host, out))")
}
