//! What the person set for runners: `[roles.<role>]` and `[runner.<name>]` of their `config.toml`, read by hand, so
//! that what cannot be used is named by its key.

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};

use super::program::is_plain;
use super::routes::{admitted, is_runner};
use crate::registry::runners::runner;

/// The key under which the runner stands that runs where another did not do.
const FALLBACK: &str = "fallback_host";
/// The most words of a program that the person names, and the most bytes of one.
const WORDS: usize = 64;
const WORD: usize = 4096;

/// A key that cannot be used.
pub(super) type Wrong = String;

/// What is set for one runner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Fitting {
    pub(super) model: Option<String>,
    /// Its program and the first words of it.
    pub(super) argv: Vec<String>,
}

/// What is set for all of them.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub(super) fittings: BTreeMap<String, Fitting>,
    pub(super) fallback: Option<String>,
}

impl Own {
    pub(super) fn of(runners: &Table) -> Result<Self, Wrong> {
        let mut own = Self::default();
        for (name, value) in runners {
            let key = || format!("runner.{name}");
            match value {
                Value::String(chosen) if name == FALLBACK && runner(chosen).is_some() => {
                    own.fallback = Some(chosen.clone());
                }
                Value::Table(set) if runner(name).is_some() => {
                    own.fittings.insert(name.clone(), fitting(name, set)?);
                }
                _ => return Err(key()),
            }
        }
        Ok(own)
    }
}

/// One `[runner.<name>]`.
fn fitting(name: &str, set: &Table) -> Result<Fitting, Wrong> {
    let mut fitting = Fitting::default();
    for (key, value) in set {
        let wrong = || format!("runner.{name}.{key}");
        let row = runner(name).ok_or_else(wrong)?;
        match (key.as_str(), value) {
            ("model", Value::String(model)) if admitted(row, model) => fitting.model = Some(model.clone()),
            ("argv", Value::Array(words)) if row.program.is_none() => {
                fitting.argv = argv(words).ok_or_else(wrong)?;
            }
            _ => return Err(wrong()),
        }
    }
    Ok(fitting)
}

/// A program and its words: a plain name or a path from the root, then whatever can be handed to a program.
fn argv(words: &[Value]) -> Option<Vec<String>> {
    let fits = |word: &&str| word.len() <= WORD && !word.contains(char::is_control);
    let words: Option<Vec<&str>> = words.iter().map(|word| word.as_str().filter(fits)).collect();
    let words = words.filter(|words| words.len() <= WORDS)?;
    let program = Path::new(words.first()?);
    let named = program.is_absolute() || (is_plain(program) && !words.first()?.starts_with('-'));
    named.then(|| words.into_iter().map(str::to_owned).collect())
}

/// The runners that `[roles]` names, by role, whether the role is known or not.
pub(super) fn chosen(roles: &Table) -> Result<Vec<(&str, &str)>, Wrong> {
    let mut chosen = Vec::new();
    for (role, value) in roles {
        let set = value.as_table().ok_or_else(|| format!("roles.{role}"))?;
        for (key, value) in set {
            match value.as_str().filter(|name| key == "runner" && is_runner(name)) {
                Some(name) => chosen.push((role.as_str(), name)),
                None => return Err(format!("roles.{role}.{key}")),
            }
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::{Own, chosen};
    use crate::runner::routes::HOST;

    fn own(text: &str) -> Result<Own, String> {
        Own::of(&text.parse().unwrap())
    }

    #[test]
    fn what_cannot_be_used_is_named_by_its_key() {
        for (text, key) in [
            ("fallback_host = 'host'", "runner.fallback_host"),
            ("fallback_host = 3", "runner.fallback_host"),
            ("claude = 'opus'", "runner.claude"),
            ("[clod]\nmodel = 'a/b'", "runner.clod"),
            ("[claude]\nmodle = 'anthropic/opus'", "runner.claude.modle"),
            ("[claude]\nmodel = 7", "runner.claude.model"),
            ("[claude]\nmodel = 'other/opus'", "runner.claude.model"),
            ("[claude]\nargv = ['/bin/x']", "runner.claude.argv"),
            ("[command]\nargv = []", "runner.command.argv"),
            ("[command]\nargv = '/bin/x'", "runner.command.argv"),
            ("[command]\nargv = ['./x']", "runner.command.argv"),
            ("[command]\nargv = ['tools/x']", "runner.command.argv"),
            ("[command]\nargv = ['-x']", "runner.command.argv"),
            ("[command]\nargv = ['']", "runner.command.argv"),
            ("[command]\nargv = ['/bin/x', 3]", "runner.command.argv"),
            ("[command]\nargv = ['/bin/x', \"a\\u0000b\"]", "runner.command.argv"),
        ] {
            assert_eq!(own(text).unwrap_err(), key, "{text}");
        }
        let set = own("fallback_host = 'claude'\n[command]\nargv = ['x', '-y']\nmodel = 'a/b'").unwrap();
        assert_eq!(set.fallback.as_deref(), Some("claude"));
        let command = set.fittings.get("command").unwrap();
        assert_eq!(
            (command.argv.as_slice(), command.model.as_deref()),
            (&["x", "-y"].map(str::to_owned)[..], Some("a/b"))
        );
    }

    #[test]
    fn a_role_has_a_runner_and_nothing_else() {
        let roles = |text: &str| chosen(&text.parse().unwrap()).map(|all| all.len());
        for (text, key) in [
            ("a = 'claude'", "roles.a"),
            ("[a]\nruner = 'claude'", "roles.a.runer"),
            ("[a]\nrunner = 'clod'", "roles.a.runner"),
            ("[a]\nrunner = true", "roles.a.runner"),
        ] {
            assert_eq!(roles(text), Err(key.to_owned()), "{text}");
        }
        assert_eq!(chosen(&"[a]\nrunner = 'host'".parse().unwrap()), Ok(vec![("a", HOST)]));
    }
}
