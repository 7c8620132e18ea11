//! Checked tables as Rust that a person can read: one text a file of `OUT_DIR`.

use serde::Serialize;
use std::collections::BTreeMap;

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
        ("detection.rs", tables.detection.emit()?),
        ("routines.rs", routines(tables)?),
        ("invariants.rs", invariants(tables)?),
        ("hosts.rs", hosts(tables)?),
        ("inert.rs", inert(tables)?),
        ("asking.rs", asking(tables)?),
        ("roles.rs", roles(tables)?),
        ("runners.rs", runners(tables)?),
        ("watch.rs", watch(tables)?),
        ("interviews.rs", interviews(tables)?),
        ("reflect.rs", reflect(tables)?),
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
        out.push_str(&format!("    {},\n", literal(row, 1)?));
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
        out.push_str(&format!("    {shown:?},\n"));
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
    out.push_str(&format!("pub static RAISED_BY: [&[&str]; {}] = [\n", rows.len()));
    for (_, row) in &rows {
        let by = raised.get(row.code.as_ref()).map_or(&[][..], Vec::as_slice);
        out.push_str(&format!("    &{by:?},\n"));
    }
    out +=
        "];\n\n/// The codes that a refusal can be raised with; one that nobody raises does not compile.\n";
    out += "#[deny(dead_code, reason = \"a code that nobody raises\")]\npub(crate) mod code {\n    use super::Code;\n\n";
    for (number, (_, row)) in rows.iter().enumerate().filter(|(_, (_, row))| row.retired.is_none()) {
        let name = snake(&row.code).to_uppercase();
        out.push_str(&format!("    /// `{}`: {}.\n", row.code, row.summary));
        out.push_str(&format!("    pub(crate) const {name}: Code = Code({number});\n"));
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
    out.push_str(&format!("pub static KIND_CODES: [Code; {}] = [\n", kinds.len()));
    for (_, row) in &kinds {
        out.push_str(&format!("    code::{},\n", snake(&row.code).to_uppercase()));
    }
    out.push_str("];\n");
    if let Some((_, root)) = tables.roots.first() {
        out.push_str(&format!("/// abcd itself.\npub static ROOT: Root = {};\n", literal(root, 0)?));
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
        out.push_str(&format!(
            "\nset! {{\n    {:?}, {} {{\n        {}\n    }}\n}}\n",
            set.about,
            camel(&set.id),
            variants.join(",\n        ")
        ));
    }
    Ok(out)
}

fn args(tables: &Tables) -> String {
    let mut out = "// Written by the build from tables/commands/.\n".to_owned();
    for (_, command) in sorted(&tables.commands, |row| &row.path).into_iter().filter(|(_, row)| !row.group) {
        let parameters: Vec<&Parameter> = command.argument.iter().chain(command.flag.iter()).collect();
        let name = camel(&command.path);
        out.push_str(&format!(
            "\n/// What `abcd {}` was called with.\n#[derive(Debug, Clone)]\n",
            command.path
        ));
        if parameters.is_empty() {
            out.push_str(&format!("pub struct {name};\n"));
        } else {
            out.push_str(&format!("pub struct {name} {{\n"));
            for row in &parameters {
                out.push_str(&format!("    /// {}\n", row.help));
                out.push_str(&format!("    pub {}: {},\n", field(&row.name), field_type(row)));
            }
            out.push_str("}\n");
        }
        out.push_str(&format!("\nimpl FromMatches for {name} {{\n"));
        let unused = if parameters.is_empty() { "_" } else { "" };
        out.push_str(&format!(
            "    fn from_matches({unused}matches: &mut ArgMatches) -> Result<Self, Lost> {{\n"
        ));
        if parameters.is_empty() {
            out.push_str("        Ok(Self)\n");
        } else {
            out.push_str("        Ok(Self {\n");
            for row in &parameters {
                out.push_str(&format!("            {}: {},\n", field(&row.name), taken(row)));
            }
            out.push_str("        })\n");
        }
        out.push_str("    }\n}\n");
    }
    out
}

/// Words of Rust that a name must be marked to be.
const KEYWORDS: [&str; 47] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
];

/// A name as a field or a module.
fn field(name: &str) -> String {
    let name = snake(name);
    if KEYWORDS.contains(&name.as_str()) { format!("r#{name}") } else { name }
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
    let rows = sorted(&tables.routines, |row| &row.id);
    let mut out =
        "// Written by the build from tables/routines/.\n\n/// Every archetype, sorted.\n".to_owned();
    out += &list("ROUTINES", "Routine", rows.iter().map(|(_, row)| row))?;
    Ok(out)
}

fn invariants(tables: &Tables) -> Result<String, Unsupported> {
    let rows = sorted(&tables.invariants, |row| &row.id);
    let mut out = "// Written by the build from tables/invariants/.\n\n/// Every rule, sorted.\n".to_owned();
    out += &list("INVARIANTS", "Invariant", rows.iter().map(|(_, row)| row))?;
    Ok(out)
}

fn hosts(tables: &Tables) -> Result<String, Unsupported> {
    let rows = sorted(&tables.hosts, |row| &row.id);
    let mut out = "// Written by the build from tables/hosts/.\n\n/// Every host, sorted.\n".to_owned();
    out += &list("HOSTS", "Starter", rows.iter().map(|(_, row)| row))?;
    Ok(out)
}

fn inert(tables: &Tables) -> Result<String, Unsupported> {
    let mut out =
        "// Written by the build from tables/inert.toml.\n\n/// In the order of the table.\n".to_owned();
    out += &list("INERT", "Inert", tables.inert.iter().map(|(_, row)| row))?;
    Ok(out)
}

fn runners(tables: &Tables) -> Result<String, Unsupported> {
    let mut out =
        "// Written by the build from tables/runners.toml.\n\n/// In the order of the table.\n".to_owned();
    out += &list("RUNNERS", "Runner", tables.runners.iter().map(|(_, row)| row))?;
    Ok(out)
}

fn roles(tables: &Tables) -> Result<String, Unsupported> {
    let mut out =
        "// Written by the build from tables/roles.toml.\n\n/// In the order of the table.\n".to_owned();
    out += &list("ROLES", "Role", tables.roles.iter().map(|(_, row)| row))?;
    Ok(out)
}

fn asking(tables: &Tables) -> Result<String, Unsupported> {
    let mut out = "// Written by the build from tables/interviews/limits.toml.\n".to_owned();
    if let Some((_, limits)) = tables.limits.first() {
        out.push_str(&format!("/// Every limit.\npub static LIMITS: Limits = {};\n", literal(limits, 0)?));
    }
    out += "/// The rules, in the order in which they are told.\n";
    out += &list("RULES", "Rule", tables.rules.iter().map(|(_, row)| row))?;
    out += "\n/// The rules that a finding can name; one that nothing holds does not compile.\n";
    out += "#[deny(dead_code, reason = \"a rule that nothing holds\")]\npub(crate) mod rule {\n    use super::RuleId;\n\n";
    for (number, (_, row)) in tables.rules.iter().enumerate() {
        let name = snake(&row.id).to_uppercase();
        out.push_str(&format!(
            "    /// {}.\n    pub(crate) const {name}: RuleId = RuleId({number});\n",
            row.id
        ));
    }
    out.push_str("}\n");
    Ok(out)
}

fn watch(tables: &Tables) -> Result<String, Unsupported> {
    let mut out = "// Written by the build from tables/watch.toml.\n\n/// How much is read.\n".to_owned();
    out += &list("BOUNDS", "Bound", tables.bounds.iter().map(|(_, row)| row))?;
    out += "\n/// What may change.\n";
    out += &list("EXCEPTIONS", "Exception", tables.exceptions.iter().map(|(_, row)| row))?;
    out += "\n/// What is watched beside the working tree.\n";
    out += &list("WATCHED", "Watched", tables.watched.iter().map(|(_, row)| row))?;
    Ok(out)
}

fn interviews(tables: &Tables) -> Result<String, Unsupported> {
    let rows = sorted(&tables.interviews, |row| &row.id);
    let mut out =
        "// Written by the build from tables/interviews/.\n\n/// Every fixed interview, sorted.\n".to_owned();
    out += &list("INTERVIEWS", "Interview", rows.iter().map(|(_, row)| row))?;
    Ok(out)
}

fn reflect(tables: &Tables) -> Result<String, Unsupported> {
    let mut out =
        "// Written by the build from tables/reflect.toml.\n\n/// In the order in which they are asked.\n"
            .to_owned();
    out += &list("REFLECTIONS", "Reflection", tables.reflections.iter().map(|(_, row)| row))?;
    out += "\n/// In the order in which they are tried.\n";
    out += &list("THIN", "Thin", tables.thin.iter().map(|(_, row)| row))?;
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
    out.push_str(&format!("static HANDLERS: [Option<Handler>; {}] = [\n", rows.len()));
    for (_, row) in &rows {
        out.push_str(&format!("    {},\n", handler(row)));
    }
    out.push_str("];\n");
    out
}

fn fill(tables: &Tables) -> String {
    let rows = tables.commands.len();
    let mut out = "// Written by the build from tables/commands/.\n\n/// What completes each row's branch.\n"
        .to_owned();
    out.push_str(&format!("static FILL: [Fill; {rows}] = [\n"));
    for number in 0..rows {
        out.push_str(&format!("    fill::<{number}>,\n"));
    }
    out.push_str("];\n");
    out
}

fn handler(row: &Command) -> String {
    if row.group {
        return "None".to_owned();
    }
    let module = row.path.split(' ').map(field).collect::<Vec<_>>().join("::");
    let bind = if row.output == Output::Stream { "stream" } else { "object" };
    format!("Some(|matches, call, host, out| {bind}(commands::{module}::run, matches, call, host, out))")
}
