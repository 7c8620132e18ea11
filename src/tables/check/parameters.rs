//! Arguments and flags: their names, types, defaults and conflicts.

use super::super::model::commands::{Command, Parameter};
use super::super::source::{Place, Step};
use super::words::{is_kebab, prose};
use super::{Checks, values};

/// Names that the parser itself gives to flags.
const TAKEN: [&str; 2] = ["help", "version"];

/// Checks the positional arguments of a command.
pub(super) fn arguments(checks: &mut Checks<'_>, place: Place, command: &Command) {
    let last = command.argument.len().saturating_sub(1);
    for (number, argument) in command.argument.iter().enumerate() {
        let at = |key| [Step::Key("argument"), Step::Row(number), Step::Key(key)];
        parameter(checks, place, "argument", number, argument);
        if argument.r#type == "switch" {
            checks.add(place, &at("type"), "an argument cannot be a switch", "make it a flag");
        }
        if !argument.conflicts.is_empty() {
            let help = "conflicts are between flags";
            checks.add(place, &at("conflicts"), "an argument cannot conflict", help);
        }
        if argument.repeatable && number != last {
            let help = "only the last argument can take what is left";
            checks.add(place, &at("repeatable"), "a repeatable argument is not the last", help);
        }
        let earlier = command.argument.iter().take(number);
        if argument.required && earlier.clone().any(|earlier| !earlier.required) {
            let help = "put required arguments first";
            checks.add(place, &at("required"), "a required argument follows an optional one", help);
        }
        if earlier.clone().any(|earlier| earlier.name == argument.name) {
            let message = format!("two arguments are called `{}`", argument.name);
            checks.add(place, &at("name"), message, "name each argument once");
        }
    }
}

/// Checks the flags of a command (or of the root) against each other and against `taken` names.
pub(super) fn flags(
    checks: &mut Checks<'_>,
    place: Place,
    flags: &[Parameter],
    arguments: &[Parameter],
    taken: &[&str],
) {
    for (number, flag) in flags.iter().enumerate() {
        let at = |key| [Step::Key("flag"), Step::Row(number), Step::Key(key)];
        parameter(checks, place, "flag", number, flag);
        let name: &str = &flag.name;
        let twice = flags.iter().take(number).any(|earlier| earlier.name == name);
        if twice || taken.contains(&name) || TAKEN.contains(&name) {
            let message = format!("`--{name}` collides with another flag or argument of that name");
            checks.add(place, &at("name"), message, "give each flag a name of its own");
        }
        for (nth, other) in flag.conflicts.iter().enumerate() {
            let known = flags.iter().chain(arguments).any(|row| row.name == *other);
            if other == name || !known {
                let steps = [Step::Key("flag"), Step::Row(number), Step::Key("conflicts"), Step::Row(nth)];
                let message = format!("`--{name}` conflicts with `--{other}`, which is not there");
                checks.add(place, &steps, message, "name another flag or an argument of the same command");
            }
        }
    }
}

/// Checks that `one_of` names flags of the command.
pub(super) fn one_of(checks: &mut Checks<'_>, place: Place, command: &Command) {
    for (number, name) in command.one_of.iter().enumerate() {
        let flag = command.flag.iter().find(|flag| flag.name == *name);
        if flag.is_none_or(|flag| flag.required) {
            let steps = [Step::Key("one_of"), Step::Row(number)];
            let message = format!("`--{name}` is no optional flag of this command");
            checks.add(
                place,
                &steps,
                message,
                "list flags of the command that are not required by themselves",
            );
        }
    }
}

/// Names that Rust cannot take for a field or a module, whatever is put before them.
const UNSPEAKABLE: [&str; 3] = ["self", "super", "crate"];

/// Notes a name that cannot become a field or a module.
pub(super) fn unspeakable(checks: &mut Checks<'_>, place: Place, steps: &[Step], name: &str) {
    if UNSPEAKABLE.contains(&name) {
        let message = format!("`{name}` cannot name a field or a module");
        checks.add(place, steps, message, "the build makes one of it; pick another word");
    }
}

fn parameter(checks: &mut Checks<'_>, place: Place, list: &'static str, number: usize, row: &Parameter) {
    let at = |key| [Step::Key(list), Step::Row(number), Step::Key(key)];
    if !is_kebab(&row.name) {
        let message = format!("`{}` is not lower-case kebab-case", row.name);
        checks.add(place, &at("name"), message, "write it as `found-at`");
    }
    prose(checks, place, &at("help"), &row.help);
    let tables = checks.tables;
    let set = tables.sets.iter().map(|(_, set)| set).find(|set| set.id == row.r#type);
    let kind: &str = &row.r#type;
    if set.is_none() && !values::PLAIN.contains(&kind) {
        let help = "use text, path, integer, switch, or the id of a set in tables/values.toml";
        checks.add(place, &at("type"), format!("`{kind}` is no type"), help);
    }
    let switch = kind == "switch";
    if switch && (row.required || row.repeatable || row.default.is_some() || row.value.is_some()) {
        let help = "a switch has a name, help and conflicts only";
        checks.add(place, &at("type"), "a switch is on or off", help);
    }
    if !switch && row.value.is_none() {
        let help = "say what stands for the value in help, such as `value = \"DIR\"`";
        checks.add(place, &at("name"), format!("`{}` does not name its value", row.name), help);
    }
    if row.required && row.default.is_some() {
        let help = "a default makes it optional: drop one of the two";
        checks.add(place, &at("default"), "what is required has no default", help);
    }
    if kind != "integer" && (row.min.is_some() || row.max.is_some()) {
        checks.add(place, &at("type"), "only an integer has a smallest or largest value", "drop min and max");
    }
    if let (Some(min), Some(max)) = (row.min, row.max)
        && min > max
    {
        checks.add(place, &at("min"), "the smallest value is above the largest", "swap min and max");
    }
    unspeakable(checks, place, &at("name"), &row.name);
    if let Some(default) = &row.default
        && let Err(message) = accepts(checks, row, default)
    {
        checks.add(place, &at("default"), message, "the default must be a value that a caller could give");
    }
}

/// Whether a caller could give `value` for `parameter`; the error says why not.
pub(super) fn accepts(checks: &Checks<'_>, parameter: &Parameter, value: &str) -> Result<(), String> {
    if parameter.r#type == "integer" {
        let number: i64 = value.parse().map_err(|_| format!("`{value}` is no integer"))?;
        let low = parameter.min.is_some_and(|min| number < min);
        let high = parameter.max.is_some_and(|max| number > max);
        return if low || high { Err(format!("{value} is out of range")) } else { Ok(()) };
    }
    if parameter.r#type == "path" && value.is_empty() {
        return Err("a path is not empty".to_owned());
    }
    let set = checks.tables.sets.iter().map(|(_, set)| set).find(|set| set.id == parameter.r#type);
    match set {
        Some(set) if !set.value.iter().any(|allowed| allowed.name == value) => {
            let allowed: Vec<&str> = set.value.iter().map(|value| value.name.as_ref()).collect();
            Err(format!("`{value}` is not one of {}", allowed.join(", ")))
        }
        _ => Ok(()),
    }
}
