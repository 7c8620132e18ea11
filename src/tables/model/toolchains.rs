//! Row types of `tables/toolchains/*.toml`: what a detector knows about build tools.
//!
//! A file of that folder may hold toolchains, programs, words of target names, CI actions and places, in
//! any order.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// A build system, a package manager or a runner.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Toolchain {
    /// The id that `detect` reports.
    pub id: Text,
    /// What it is, in a few words.
    pub about: Text,
    /// Files of which one stands in the folder; a level may hold `*`. First in the list is evidence.
    pub markers: List<Text>,
    /// Fields of a manifest of which one must be there, where any is named.
    pub needs: List<Field>,
    /// Fields of which none may be there.
    pub unless: List<Field>,
    /// It counts only in a folder that no other toolchain builds: documents and infrastructure beside code
    /// are no toolchain of it.
    pub alone: bool,
    /// It runs what other toolchains build, and builds nothing itself.
    pub wraps: bool,
    /// Where it keeps named targets, if it does.
    pub targets: Option<Targets>,
    /// Set for a package manager: how it runs what another toolchain declares.
    pub manager: Option<Manager>,
    /// What contributors run by custom, where the repository says nothing.
    pub gate: List<DefaultGate>,
    /// What a round has to know about it.
    pub caveat: List<CaveatRule>,
}

/// A place in a manifest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Field {
    /// File, beside the marker; a level may hold `*`, a final `/` means a folder.
    pub file: Text,
    /// Dotted path of keys; empty: the file is enough.
    pub path: Text,
    /// Or: a text that a line of the file holds, comments left aside.
    pub holds: Text,
}

/// Named targets and how one is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Targets {
    /// Which grammar the file has.
    pub reader: Reader,
    /// Files, the first that is there is read.
    pub files: List<Text>,
    /// Dotted path of the map of targets, for the readers of maps.
    #[serde(default)]
    pub path: Text,
    /// Spellings of a call, the canonical first; `{name}` is the target.
    pub calls: List<Text>,
    /// What stands between the call and words that are handed through to the target.
    #[serde(default)]
    pub pass: Text,
    /// Whether the bare program runs the first (or default) target.
    #[serde(default)]
    pub bare: bool,
}

/// The grammars of target files that the code can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// A makefile.
    Make,
    /// A justfile.
    Just,
    /// A Taskfile.
    Task,
    /// A map from name to command, list of commands or table, in JSON, TOML or YAML.
    Map,
    /// hatch's environments, each with its own map of scripts.
    Environments,
    /// tox's environments.
    Tox,
    /// nox's sessions.
    Nox,
    /// Aliases of cargo: a command without the program's name.
    Alias,
    /// Exported functions of magefiles.
    Mage,
    /// mise's tasks: a map, and a folder of scripts.
    Mise,
    /// Aliases of mix: lists of mix's own tasks.
    Mix,
    /// Hooks of lefthook.
    Hooks,
    /// A Rakefile.
    Rake,
    /// Command aliases of sbt.
    Sbt,
    /// What automake makes of `Makefile.am`, beside the rules in it.
    Automake,
    /// Workflow and test presets of CMake.
    Presets,
}

/// A package manager's part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Manager {
    /// The toolchain whose targets it runs.
    pub of: Text,
    /// Lower wins where two are there and none is declared.
    pub rank: u8,
    /// The value of the manifest's field that declares it.
    pub declared: Text,
    /// Spellings of a call of a target, the canonical first; empty: the toolchain's own.
    pub calls: List<Text>,
    /// What stands between a call and words for the target.
    pub pass: Text,
    /// How it runs a program of the project; `{command}` is the program with its words.
    pub exec: Text,
}

/// A gate that stands by custom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DefaultGate {
    /// The command.
    pub command: Text,
    /// What it checks.
    pub kind: Kind,
    /// Fields of which one must be there, where any is named.
    #[serde(default)]
    pub when: List<Field>,
    /// Fields that must all be there.
    #[serde(default)]
    pub with: List<Field>,
    /// Fields of which none may be there.
    #[serde(default)]
    pub unless: List<Field>,
}

/// Something worth a warning.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct CaveatRule {
    /// Where it is declared.
    pub field: Field,
    /// Or: a text of which a line of the file begins.
    pub line: Text,
    /// Fields of which none may be there.
    pub unless: List<Field>,
    /// What to say; `{value}` is the field's value, if it is plain.
    pub text: Text,
}

/// A program and what running it does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Tool {
    /// Spellings: the program and the words after it that name the row. The first names the tool. With a
    /// final `*` it is how the names of tasks begin.
    pub run: List<Text>,
    /// What it checks.
    pub kind: Option<Kind>,
    /// What it does when nothing below says otherwise.
    pub effect: Effect,
    /// Words that make it a check.
    pub checks_with: List<Text>,
    /// Words that make it rewrite files.
    pub rewrites_with: List<Text>,
    /// Words that make it stay: watch, serve, ask.
    pub stays_with: List<Text>,
    /// Words that make it harmless and no check (a help text, a version).
    pub quiet_with: List<Text>,
    /// Words with which it only lists and never fails: a check where something reads the list.
    pub lists_with: List<Text>,
    /// Words that make it a special case (one package, another platform).
    pub aside_with: List<Text>,
    /// The word that makes it end on a terminal, where it would stay.
    pub once: Text,
    /// Words that show that it ends already.
    pub once_with: List<Text>,
    /// Flags that take the next word.
    pub takes: List<Text>,
    /// A setting that makes it rewrite whatever its words are.
    pub rewrites_when: List<Field>,
    /// Its spellings are names of one tool.
    pub one: bool,
    /// Flags whose value is a folder that it makes; `{word}`: its first bare word is one.
    pub makes: List<Text>,
    /// The folder that it makes hides itself from git.
    pub hides: bool,
    /// Flags whose value is a folder that must have been made.
    pub needs: List<Text>,
    /// Names, with `*`, that it may remove: what builds and tests leave behind and git ignores.
    pub spares: List<Text>,
    /// Its last bare word is where it writes.
    pub lands: bool,
    /// Flags after which the command stands that it runs; without one it opens a shell and stays.
    pub hands: List<Text>,
    /// What a program text among its words says of it.
    pub inline: List<Inline>,
    /// Its bare words are tasks of a build: each is judged by the row of that spelling, else by its name.
    pub each: bool,
    /// What stands before the last `:`, `/` or `.` of such a task names a project.
    pub nested: bool,
    /// Other tools, by their names, whose checks it runs too.
    pub includes: List<Text>,
    /// Words of it that are offered otherwise.
    pub offers: List<Offered>,
    /// How commands that are typed in a folder which it makes are written from outside of it. `{folder}` is
    /// the folder, `{up}` the way back to where the sources are.
    pub within: List<Offered>,
}

/// A text by which a program that is given among the words of a command is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Inline {
    /// The text that it holds.
    pub holds: Text,
    /// What it does.
    pub effect: Effect,
    /// What it checks.
    pub kind: Option<Kind>,
}

/// How a word of a command is offered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Offered {
    /// The word; with a final `*` how it begins.
    pub word: Text,
    /// What stands for it; empty: it is left out.
    pub by: Text,
}

/// What a command does to the one who runs it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Nothing that matters here: prints, sets, moves about.
    #[default]
    Quiet,
    /// Looks and ends with a verdict.
    Checks,
    /// Makes a package for others.
    Packs,
    /// Runs something in a container.
    Contained,
    /// Brings dependencies.
    Installs,
    /// Runs the rest of its words as a command.
    Wraps,
    /// Runs a shell text in its words.
    Shell,
    /// Runs the scripts that its words name.
    Scripts,
    /// Runs, over all members, the tasks that its words name.
    Tasks,
    /// Removes what it did not make.
    Cleans,
    /// Rewrites files in place.
    Rewrites,
    /// Watches, serves or asks.
    Stays,
    /// Publishes, deploys, releases, pushes.
    Outward,
}

/// Words of target names, and what a name that holds one means.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Word {
    /// The words, in lower case.
    pub words: List<Text>,
    /// What the target is called for, where it is a gate.
    pub kind: Option<Kind>,
    /// What the name promises: `checks`, or why it is no gate.
    pub effect: Effect,
    /// The name gathers others (`preflight`, `ci`).
    pub gathers: bool,
    /// The name alone is not enough: the body must show a check.
    pub weak: bool,
    /// A qualifier: the name is a gate of its own only where CI or a page names it.
    pub aside: bool,
}

/// Words of a value that names a machine or a system other than the one at hand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Platform {
    /// The words, in lower case.
    pub words: List<Text>,
}

/// Settings of the environment without which a command checks something else.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Setting {
    /// How the names end.
    pub ends: List<Text>,
    /// What such a value holds, in lower case.
    pub holds: List<Text>,
}

/// A CI action that stands for a command.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Action {
    /// `owner/name`, without its version.
    pub uses: Text,
    /// The command that it runs.
    pub command: Text,
    /// The input that holds more words, if one does.
    pub with: Text,
    /// Whether each line of that input is quoted (globs).
    pub quoted: bool,
    /// Inputs that, set to other than `false`, make it no check.
    pub never_with: List<Text>,
    /// The job that uses it works for it alone: nothing that runs there is a gate.
    pub alone: bool,
}

/// A folder or file that is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Place {
    /// Path from the root of the repository.
    pub path: Text,
}

/// A page that shows commands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Page {
    /// Path from the root of the repository.
    pub path: Text,
    /// It speaks to users: what it shows alone makes no gate.
    pub users: bool,
}

/// A forge, known by the host of its remotes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Hosting {
    /// Host name; one that begins with a dot matches by ending.
    pub host: Text,
    /// What `detect` calls it.
    pub id: Text,
    /// The host that it is another name of, for who lists repositories by host.
    #[serde(default)]
    pub same_as: Option<Text>,
}

/// What a gate checks, in the order in which a contributor runs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(library, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Layout of the sources.
    Format,
    /// Faults that can be seen without running.
    Lint,
    /// Types.
    Typecheck,
    /// That it builds.
    Build,
    /// Behaviour.
    Test,
    /// Several of these in one command.
    All,
}
