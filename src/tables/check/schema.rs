//! Line 1 of a table: it names the table's schema, so that an editor checks what is typed.

use super::super::source::{Problem, Source};
use super::Checks;

/// How such a line begins.
const NAMES: &str = "#:schema ";
/// The tables that stand in no folder of their own.
const ALONE: [&str; 3] = ["root.toml", "usage.toml", "values.toml"];

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
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
        Some((folder, rest)) => (folder, rest.matches('/').count() + 2),
        None if ALONE.contains(&below) => (below.strip_suffix(".toml")?, 1),
        None => return None,
    };
    Some(format!("{NAMES}{}schemas/{name}.schema.json", "../".repeat(up)))
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
            ("root.toml", None),
        ] {
            let source = Source { path: path.to_owned(), text: String::new() };
            assert_eq!(expected(&source).as_deref(), line, "{path}");
        }
    }
}
