//! Targets that a makefile does not know itself and hands on to another one by a rule for any name.

use super::super::ground::{Ground, join};
use super::super::{fields, judge, shell};
use super::{Target, make};

/// Stands in a recipe for the name of the target.
pub(super) const PLACE: &str = "the-target";
/// The names of a makefile in a folder, in make's order.
const NAMES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// The targets behind a rule for any name, where its recipe is one call of make that hands the name on.
/// None is offered unless CI or a page names it.
pub(super) fn read(ground: &Ground<'_>, dir: &str, lines: &[String]) -> Vec<Target> {
    let commands = shell::commands(&lines.join("\n"));
    let [command] = commands.as_slice() else { return Vec::new() };
    let words = judge::texts(command);
    let hands_on = words.first().is_some_and(|first| judge::program(first) == "make")
        && words.last().is_some_and(|last| last == PLACE);
    if !hands_on {
        return Vec::new();
    }
    let (folder, file) =
        (value(&words, &["-C", "--directory"]), value(&words, &["-f", "--file", "--makefile"]));
    match (folder, file) {
        (Some(folder), None) => {
            let found = join(dir, &folder)
                .and_then(|there| NAMES.iter().find_map(|name| fields::marked(ground, &there, name)));
            let targets = found.map(|path| make::forwarded(ground, &path)).unwrap_or_default();
            let through = |target: Target| Target {
                body: vec![format!("make -C {folder} {}", target.name)],
                needs: Vec::new(),
                aside: true,
                ..target
            };
            targets.into_iter().map(through).collect()
        }
        (None, Some(file)) => {
            let found = join(dir, &file).filter(|path| ground.has(path));
            let targets = found.map(|path| make::forwarded(ground, &path)).unwrap_or_default();
            targets.into_iter().map(|target| Target { aside: true, ..target }).collect()
        }
        _ => Vec::new(),
    }
}

/// The value of one of some flags, as the next word or behind an equals sign.
fn value(words: &[String], flags: &[&str]) -> Option<String> {
    words.iter().zip(words.iter().skip(1)).find_map(|(word, next)| {
        let (flag, written) =
            word.split_once('=').map_or((word.as_str(), None), |(flag, value)| (flag, Some(value)));
        flags.contains(&flag).then(|| written.unwrap_or(next).to_owned())
    })
}
