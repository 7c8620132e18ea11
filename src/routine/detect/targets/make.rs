//! Makefiles, read and never evaluated: rules, variables that are plain, includes.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::super::fields;
use super::super::ground::Ground;
use super::lines::{assignment, close, logical, split_rule, uncommented};
use super::{Target, forward};

/// How many files one makefile may bring in.
const INCLUDES: usize = 24;
/// How many values of other branches are kept of one variable.
const BRANCHES: usize = 4;
/// How far variables are expanded.
const DEPTH: usize = 8;
/// The longest text that an expansion may give.
const LENGTH: usize = 64 * 1024;
/// How much all expansions of a makefile may give, in bytes.
const SPARE: usize = 8 * 1024 * 1024;

/// The targets of a makefile and the one that runs by default.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> (Vec<Target>, Option<String>) {
    let maker = Maker::of(ground, path, false);
    let goal = maker.variables.get(".DEFAULT_GOAL").cloned();
    let targets = maker.targets();
    let default = goal.map(|goal| goal.trim().to_owned()).or_else(|| targets.first().map(|t| t.name.clone()));
    (targets, default)
}

/// The targets of a makefile to which another one hands on what it does not know itself.
pub(super) fn forwarded(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    Maker::of(ground, path, true).targets()
}

struct Maker<'g, 'a> {
    ground: &'g Ground<'a>,
    variables: BTreeMap<String, String>,
    /// What branches that were not the last give to variables.
    others: BTreeMap<String, Vec<String>>,
    /// How many conditionals are open.
    within: usize,
    rules: Vec<Rule>,
    /// How many more files may be brought in.
    left: usize,
    /// How many more bytes expansions may give in all.
    spare: Cell<usize>,
    /// Another makefile hands its targets on to this one.
    forwarded: bool,
}

/// A rule as written, names not yet expanded.
struct Rule {
    heads: String,
    needs: String,
    lines: Vec<String>,
    path: String,
    line: usize,
}

impl<'g, 'a> Maker<'g, 'a> {
    fn of(ground: &'g Ground<'a>, path: &str, forwarded: bool) -> Self {
        let mut maker = Self {
            ground,
            variables: BTreeMap::new(),
            others: BTreeMap::new(),
            within: 0,
            rules: Vec::new(),
            left: INCLUDES,
            spare: Cell::new(SPARE),
            forwarded,
        };
        maker.file(path);
        maker
    }

    fn file(&mut self, path: &str) {
        let Some(text) = self.ground.text(path) else { return };
        let dir = path.rsplit_once('/').map_or(".", |(dir, _)| dir).to_owned();
        let mut open: Option<usize> = None;
        let mut define: Option<(String, Vec<String>)> = None;
        for (line, logical) in logical(&text) {
            if let Some((name, body)) = &mut define {
                if logical.trim() == "endef" {
                    self.variables.insert(std::mem::take(name), body.join("\n"));
                    define = None;
                } else {
                    body.push(logical);
                }
                continue;
            }
            if let Some(recipe) = logical.strip_prefix('\t') {
                if let Some(rule) = open.and_then(|at| self.rules.get_mut(at)) {
                    rule.lines.push(recipe.to_owned());
                }
                continue;
            }
            let code = uncommented(&logical);
            let word = code.split_whitespace().next().unwrap_or_default();
            match word {
                "define" => {
                    let name = code.split_whitespace().nth(1).unwrap_or_default();
                    define = Some((name.to_owned(), Vec::new()));
                    continue;
                }
                "ifeq" | "ifneq" | "ifdef" | "ifndef" => {
                    self.within += 1;
                    continue;
                }
                "endif" => {
                    self.within = self.within.saturating_sub(1);
                    continue;
                }
                "" | "else" => continue,
                "include" | "-include" | "sinclude" => self.include(&code, &dir),
                _ => {}
            }
            open = self.statement(
                code.trim_start_matches("export ").trim_start_matches("override "),
                path,
                line,
            );
        }
    }

    fn include(&mut self, code: &str, dir: &str) {
        for file in self.expand(code, DEPTH).split_whitespace().skip(1) {
            if file.contains('$') {
                continue;
            }
            let mut found = fields::all(self.ground, dir, file);
            if found.is_empty() {
                found = fields::all(self.ground, ".", file);
            }
            for path in found.into_iter().take(self.left) {
                self.left -= 1;
                self.file(&path);
            }
        }
    }

    /// Takes an assignment or a rule; the rule's place, if it is one.
    fn statement(&mut self, code: &str, path: &str, line: usize) -> Option<usize> {
        if let Some((name, value, adds)) = assignment(code) {
            let slot = self.variables.entry(name.to_owned()).or_default();
            if adds && slot.len() < LENGTH {
                slot.push(' ');
                slot.push_str(value);
            } else if !code.contains("?=") || slot.is_empty() {
                if self.within > 0 && !slot.is_empty() && slot != value {
                    let others = self.others.entry(name.to_owned()).or_default();
                    if others.len() < BRANCHES {
                        others.push(std::mem::take(slot));
                    }
                }
                value.clone_into(slot);
            }
            return None;
        }
        let (heads, rest) = split_rule(code)?;
        let (needs, first) = rest.split_once(';').map_or((rest, None), |(needs, first)| (needs, Some(first)));
        // `target: NAME = value` sets a variable for the target alone.
        if assignment(needs.trim()).is_some() {
            return None;
        }
        self.rules.push(Rule {
            heads: heads.to_owned(),
            needs: needs.trim_start_matches(':').split('|').collect::<Vec<_>>().join(" "),
            lines: first.map(|first| first.trim().to_owned()).into_iter().collect(),
            path: path.to_owned(),
            line,
        });
        Some(self.rules.len() - 1)
    }

    fn targets(&self) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for rule in &self.rules {
            for name in self.expand(&rule.heads, DEPTH).split_whitespace() {
                if name.starts_with('.')
                    || name.contains(['%', '$', '(', ')', '*'])
                    || targets.len() > super::TARGETS
                {
                    continue;
                }
                let needs = self.branches(&rule.needs);
                let needs = needs.iter().map(|needs| self.expand(needs, DEPTH));
                let needs: Vec<String> = needs.flat_map(|needs| words(&needs)).collect();
                let body = rule.lines.iter().flat_map(|line| self.branches(line));
                let body = body.map(|line| self.recipe(&line, name)).collect();
                put(&mut targets, &mut places, rule, name, (needs, body));
            }
        }
        let caught = self.rules.iter().filter(|rule| ["%", ".DEFAULT"].contains(&rule.heads.as_str()));
        for rule in caught.filter(|_| !self.forwarded) {
            let lines: Vec<String> =
                rule.lines.iter().map(|line| self.recipe(line, forward::PLACE)).collect();
            let dir = rule.path.rsplit_once('/').map_or(".", |(dir, _)| dir);
            targets.extend(
                forward::read(self.ground, dir, &lines)
                    .into_iter()
                    .filter(|target| !places.contains_key(&target.name)),
            );
        }
        targets
    }

    /// A text as it is, and as other branches of the makefile would have it.
    fn branches(&self, text: &str) -> Vec<String> {
        let mut texts = vec![text.to_owned()];
        let others = if text.contains('$') { Some(&self.others) } else { None };
        for (name, values) in others.into_iter().flatten() {
            for reference in [format!("$({name})"), format!("${{{name}}}")] {
                if text.contains(&reference) && texts.len() <= BRANCHES {
                    texts.extend(values.iter().map(|value| text.replace(&reference, value)));
                }
            }
        }
        texts
    }

    /// A recipe's line as the shell would get it, as far as that can be told.
    fn recipe(&self, line: &str, target: &str) -> String {
        let line = line.trim_start().trim_start_matches(['@', '-', '+', ' ']);
        self.expand(&line.replace("$@", target), DEPTH)
    }

    /// `text` with variables that are known put in; `$$` becomes `$`, functions that only speak vanish.
    fn expand(&self, text: &str, depth: usize) -> String {
        if self.spare.get() == 0 {
            return if text.contains('$') { "${made}".to_owned() } else { text.to_owned() };
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(rest.get(..at).unwrap_or_default());
            let after = rest.get(at + 1..).unwrap_or_default();
            let (piece, tail) = self.reference(after, depth);
            out.push_str(&piece);
            rest = tail;
            if out.len() > LENGTH || self.spare.get() == 0 {
                break;
            }
        }
        if out.len() <= LENGTH {
            out.push_str(rest);
        }
        self.spare.set(self.spare.get().saturating_sub(out.len()));
        out
    }

    fn reference<'t>(&self, after: &'t str, depth: usize) -> (String, &'t str) {
        let Some(open) = after.chars().next() else { return (String::new(), "") };
        if open == '$' {
            return ("$".to_owned(), after.get(1..).unwrap_or_default());
        }
        if open != '(' && open != '{' {
            let name = after.get(..open.len_utf8()).unwrap_or_default();
            return (self.value(name, depth), after.get(open.len_utf8()..).unwrap_or_default());
        }
        let end = close(after, open);
        let inner = after.get(1..end).unwrap_or_default();
        let tail = after.get(end + 1..).unwrap_or_default();
        let (function, rest) = inner.split_once([' ', '\t']).unwrap_or((inner, ""));
        let text = match function {
            "shell" => {
                format!("$({})", if depth > 0 { self.expand(rest, depth - 1) } else { rest.to_owned() })
            }
            "call" => self.call(rest, depth),
            // What the pattern fits is told where it is asked for.
            "wildcard" => self.expand(rest, depth.saturating_sub(1)),
            "info" | "warning" | "error" | "eval" if !rest.is_empty() => String::new(),
            _ if !rest.is_empty() => "${made}".to_owned(),
            name => self.value(name, depth),
        };
        (text, tail)
    }

    fn value(&self, name: &str, depth: usize) -> String {
        if name == "MAKE" {
            return "make".to_owned();
        }
        match self.variables.get(name) {
            Some(value) if depth > 0 => self.expand(value, depth - 1),
            _ => format!("${{{name}}}"),
        }
    }

    fn call(&self, rest: &str, depth: usize) -> String {
        let mut words = rest.split(',');
        let name = words.next().unwrap_or_default().trim();
        let Some(body) = self.variables.get(name).filter(|_| depth > 0) else { return String::new() };
        let mut body = body.clone();
        for (at, word) in words.enumerate().take(9) {
            body = body
                .replace(&format!("$({})", at + 1), word.trim())
                .replace(&format!("${}", at + 1), word.trim());
        }
        let lines: Vec<_> =
            body.lines().map(|line| line.trim_start().trim_start_matches(['@', '-', '+'])).collect();
        self.expand(&lines.join("\n"), depth - 1)
    }
}

fn put(
    targets: &mut Vec<Target>,
    places: &mut BTreeMap<String, usize>,
    rule: &Rule,
    name: &str,
    (mut needs, mut body): (Vec<String>, Vec<String>),
) {
    if let Some(known) = places.get(name).and_then(|at| targets.get_mut(*at)) {
        known.needs.append(&mut needs);
        known.body.append(&mut body);
        return;
    }
    places.insert(name.to_owned(), targets.len());
    let private = name.starts_with('_');
    targets.push(Target {
        name: name.to_owned(),
        path: rule.path.clone(),
        line: rule.line,
        needs,
        body,
        private,
        ..Target::default()
    });
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
