//! JSON, TOML and YAML as one tree whose nodes know their lines.

mod ini;
mod json;
mod toml;
mod yaml;

/// How deep a document may nest.
const DEPTH: usize = 64;
/// How many nodes a document may have.
const NODES: usize = 200_000;

/// A value and the line (from 1) on which it, or the key before it, stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) line: usize,
    pub(super) value: Value,
}

/// What a node holds. Numbers and the like are text as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Map(Vec<(String, Node)>),
    List(Vec<Node>),
    Text(String),
    Null,
}

/// Why a document could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Broken {
    Syntax,
    TooDeep,
    TooLarge,
}

impl Broken {
    /// In words.
    pub(super) fn why(self) -> &'static str {
        match self {
            Self::Syntax => "it does not parse",
            Self::TooDeep => "it nests too deep",
            Self::TooLarge => "it holds too many values",
        }
    }
}

/// Reads `text` by the ending of `path`.
pub(super) fn parse(path: &str, text: &str) -> Result<Node, Broken> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match ending {
        "json" | "jsonc" | "json5" => json::parse(text),
        "yml" | "yaml" => yaml::parse(text),
        "ini" | "cfg" | "flake8" => Ok(ini::parse(text)),
        _ => toml::parse(text),
    }
}

impl Node {
    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// The value at a dotted path of keys; the whole node for an empty one.
    pub(super) fn at(&self, path: &str) -> Option<&Self> {
        if path.is_empty() {
            return Some(self);
        }
        path.split('.').try_fold(self, |node, key| node.get(key))
    }

    /// The entries of a map; none of anything else.
    pub(super) fn entries(&self) -> &[(String, Self)] {
        if let Value::Map(entries) = &self.value { entries } else { &[] }
    }

    /// The items of a list; none of anything else.
    pub(super) fn items(&self) -> &[Self] {
        if let Value::List(items) = &self.value { items } else { &[] }
    }

    /// The text of a scalar.
    pub(super) fn text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The texts of a scalar or of a list of scalars.
    pub(super) fn texts(&self) -> Vec<(&str, usize)> {
        self.text()
            .map(|text| (text, self.line))
            .into_iter()
            .chain(self.items().iter().filter_map(|item| Some((item.text()?, item.line))))
            .collect()
    }
}

/// The line (from 1) of a byte, found by counting on from the last answer.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, line: 1 }
    }

    fn of(&mut self, byte: usize) -> usize {
        if byte < self.at {
            (self.at, self.line) = (0, 1);
        }
        let between = self.bytes.get(self.at..byte).unwrap_or_default();
        self.line += between.split(|byte| *byte == b'\n').count() - 1;
        self.at = byte;
        self.line
    }
}

/// Counts nodes and depth while a tree is made.
struct Bounds {
    nodes: usize,
}

impl Bounds {
    fn new() -> Self {
        Self { nodes: 0 }
    }

    fn enter(&mut self, depth: usize) -> Result<(), Broken> {
        self.nodes += 1;
        if depth > DEPTH {
            return Err(Broken::TooDeep);
        }
        if self.nodes > NODES { Err(Broken::TooLarge) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Broken, parse};

    #[test]
    fn three_grammars_one_tree() {
        let json = parse("a.json", "{\n \"s\": {\n  \"t\": \"x\" // why\n }\n}").unwrap();
        let toml = parse("a.toml", "[s]\n\nt = 'x'").unwrap();
        let yaml = parse("a.yml", "s:\n\n  t: x").unwrap();
        for node in [&json, &toml, &yaml] {
            let found = node.at("s.t").unwrap();
            assert_eq!((found.text(), found.line), (Some("x"), 3));
        }
    }

    #[test]
    fn an_ini_file_has_sections() {
        let node = parse("tox.ini", "[testenv:lint]\ncommands =\n    ruff check\n    mypy .\n# no\n[x]\ny=1")
            .unwrap();
        let commands = node.get("testenv:lint").unwrap().get("commands").unwrap();
        assert_eq!((commands.text(), commands.line), (Some("\nruff check\nmypy ."), 2));
        assert_eq!(node.at("x.y").unwrap().text(), Some("1"));
    }

    #[test]
    fn what_is_broken_is_said() {
        assert_eq!(parse("a.json", "{\"a\":").unwrap_err(), Broken::Syntax);
        assert_eq!(parse("a.toml", "[a\nb=").unwrap_err(), Broken::Syntax);
        assert_eq!(parse("a.yml", "a: [b").unwrap_err(), Broken::Syntax);
        assert_eq!(parse("a.json", &"[".repeat(50_000)).unwrap_err(), Broken::Syntax);
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        assert_eq!(parse("a.json", &deep).unwrap_err(), Broken::TooDeep);
        assert_eq!(parse("a.yml", &deep).unwrap_err(), Broken::TooDeep);
    }

    #[test]
    fn an_alias_does_not_multiply() {
        let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b]";
        assert_eq!(parse("a.yml", bomb).unwrap().get("c").unwrap().items().len(), 3);
    }
}
