//! The root row and the closed sets.

use super::super::source::Step;
use super::words::{is_kebab, prose, sentence};
use super::{Checks, parameters, unique};

/// Types that are no set.
pub(super) const PLAIN: [&str; 4] = ["text", "path", "integer", "switch"];

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    unique(checks, &tables.sets, "id", |set| &set.id);
    for (place, set) in &tables.sets {
        if !is_kebab(&set.id) || PLAIN.contains(&set.id.as_ref()) {
            let help = "name the set in lower-case kebab-case, and not after a plain type";
            checks.add(*place, &[Step::Key("id")], format!("`{}` cannot name a set", set.id), help);
        }
        if set.value.is_empty() {
            checks.add(*place, &[Step::Key("value")], "the set has no value", "list at least one value");
        }
        for (number, value) in set.value.iter().enumerate() {
            let at = |key| [Step::Key("value"), Step::Row(number), Step::Key(key)];
            if !is_kebab(&value.name) {
                let message = format!("`{}` is not lower-case kebab-case", value.name);
                checks.add(*place, &at("name"), message, "values are typed by hand: keep them plain");
            }
            if set.value.iter().take(number).any(|earlier| earlier.name == value.name) {
                checks.add(*place, &at("name"), format!("`{}` is listed twice", value.name), "list it once");
            }
            prose(checks, *place, &at("means"), &value.means);
        }
    }
    root(checks);
}

fn root(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    for (number, (place, root)) in tables.roots.iter().enumerate() {
        if number > 0 {
            checks.add(*place, &[], "a second root row", "there is one abcd; keep one row");
        }
        sentence(checks, *place, &root.sentence);
        parameters::flags(checks, *place, &root.flag, &[], &[]);
        for (key, path) in [("bare", &root.bare), ("record", &root.record)] {
            if !tables.commands_broken && tables.command(path).is_none_or(|command| command.group) {
                let help = "name a command that has a handler";
                checks.add(*place, &[Step::Key(key)], format!("`{path}` is no command to run"), help);
            }
        }
    }
}
