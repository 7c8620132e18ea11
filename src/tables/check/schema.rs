//! Where a row stands: line 1 of its file names the table's schema, and the folder and the file's name say
//! what it holds. A file outside of the known folders may hold any rows.

use super::super::load::HOMES;
use super::super::source::{Problem, Source, Step};
use super::Checks;

/// How such a line begins.
const NAMES: &str = "#:schema ";
pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    homes(checks);
    for (file, source) in tables.sources.iter().enumerate() {
        let Some(expected) = expected(source) else { continue };
        let first = source.text.split('\n').next().unwrap_or_default();
        if first.trim_end_matches('\r') != expected {
            checks.problems.push(Problem {
                file,
                span: 0..first.len(),
                message: "line 1 does not name the table's schema".to_owned(),
                help: format!("begin the file with `{expected}`"),
            });
        }
    }
}

/// What line 1 of a table must be: its schema is called as the folder that it stands in, or as itself.
fn expected(source: &Source) -> Option<String> {
    let (_, below) = source.path.split_once('/')?;
    let (name, up) = match below.split_once('/') {
        Some((folder, rest)) if is_home(folder) => (folder, rest.matches('/').count() + 2),
        None if is_home(below) => (below.strip_suffix(".toml")?, 1),
        _ => return None,
    };
    Some(format!("{NAMES}{}schemas/{name}.schema.json", "../".repeat(up)))
}

fn is_home(name: &str) -> bool {
    HOMES.iter().any(|(known, _)| *known == name)
}

/// Commands and refusals stand in the file of their verb.
fn homes(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    let commands = tables.commands.iter().map(|(place, row)| (*place, "path", row.path.split(' ').next()));
    let refusals = tables.refusals.iter().map(|(place, row)| (*place, "code", row.code.split('/').next()));
    for (place, key, verb) in commands.chain(refusals) {
        let Some(source) = tables.sources.get(place.file) else { continue };
        let Some((folder, file)) = source.path.rsplit_once('/') else { continue };
        let folder = folder.rsplit('/').next().unwrap_or_default();
        let Some((_, keys)) = HOMES.iter().find(|(known, _)| *known == folder) else { continue };
        let verb = verb.unwrap_or_default();
        if !keys.contains(&place.key) || file.strip_suffix(".toml") != Some(verb) {
            let home = if place.key == "command" { "commands" } else { "refusals" };
            let help = format!("move the row to {home}/{verb}.toml, where it is looked for");
            checks.add(
                place,
                &[Step::Key(key)],
                format!("a row of `{verb}` stands in {folder}/{file}"),
                help,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, expected};

    #[test]
    fn the_folder_names_the_schema() {
        for (path, line) in [
            ("tables/commands/a.toml", Some("#:schema ../../schemas/commands.schema.json")),
            ("x/commands/deep/a.toml", Some("#:schema ../../../schemas/commands.schema.json")),
            ("tables/root.toml", Some("#:schema ../schemas/root.schema.json")),
            ("tables/other.toml", None),
            ("tests/tables/invalid/a.toml", None),
            ("root.toml", None),
        ] {
            let source = Source { path: path.to_owned(), text: String::new() };
            assert_eq!(expected(&source).as_deref(), line, "{path}");
        }
    }
}
