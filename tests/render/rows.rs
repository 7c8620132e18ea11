//! What the types of the rows cannot say.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use abcd::registry::templates::TEMPLATES;
use abcd::routine::render::answers::NotTaken;
use abcd::routine::render::digest::includes;
use abcd::routine::render::{Answers, Edition, says};
use abcd::tables::source::Source;
use abcd::tables::{check, load, report};

use crate::support::{edition, every_edition, invariants, root};

#[test]
fn an_answer_that_is_none_is_not_taken_and_says_what_would_be() {
    let mut answers = Answers::by_default(edition());
    assert_eq!(answers.set(edition(), "rounds", "0"), Err(NotTaken::OutOfBounds(1, 5)));
    assert_eq!(answers.set(edition(), "rounds", "6"), Err(NotTaken::OutOfBounds(1, 5)));
    assert_eq!(answers.set(edition(), "rounds", "many"), Err(NotTaken::OutOfBounds(1, 5)));
    let focus = ["security", "correctness", "docs", "all"].map(String::from).to_vec();
    assert_eq!(answers.set(edition(), "focus", "speed"), Err(NotTaken::NotOneOf(focus)));
    let Err(NotTaken::NoSuchQuestion(asked)) = answers.set(edition(), "colour", "red") else {
        panic!("taken")
    };
    assert!(asked.contains(&"focus".to_owned()) && asked.contains(&"ci_wait".to_owned()));
    assert_eq!(answers, Answers::by_default(edition()));
}

#[test]
fn a_rule_stands_in_the_file_and_template_of_its_name() {
    for rule in invariants() {
        let table = fs::read_to_string(root().join(format!("tables/invariants/{}.toml", rule.id))).unwrap();
        let rows = table.matches("[[invariant]]").count();
        assert_eq!(rows, table.matches(&format!("\nid = \"{}\"\n", rule.id)).count(), "{}", rule.id);
        assert_eq!(rows, table.matches("\nuntil = ").count() + 1, "one row of {} holds now", rule.id);
        assert_eq!(rule.template, format!("invariants/{}.md.jinja", rule.id));
        assert!(
            edition().text(&rule.template).unwrap().contains(&format!("**Rule `{}`.**", rule.id)),
            "{}",
            rule.id
        );
        assert!(
            rule.reason.ends_with('.') && !rule.archetypes.is_empty() && !rule.find.is_empty(),
            "{}",
            rule.id
        );
        assert!(!says("", &rule), "{}", rule.id);
    }
}

#[test]
fn every_template_of_the_folder_is_built_in_and_is_used() {
    let mut on_disk = Vec::new();
    listed(&root().join("templates"), "", &mut on_disk);
    // Those of hosts, records and interviews have no versions; their own tests render them.
    let versioned = |name: &str| name.starts_with(|first: char| first.is_ascii_digit());
    on_disk.retain(|name| versioned(name));
    on_disk.sort();
    let versioned = TEMPLATES.iter().filter(|(name, _)| versioned(name));
    let built_in: Vec<_> = versioned.map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(built_in, on_disk);
    let mut used = BTreeSet::new();
    for edition in every_edition() {
        let names = included(edition, &edition.routine.template);
        assert!(edition.rules().all(|rule| names.contains(rule.template.as_ref())));
        used.extend(names.iter().map(|name| newest(&built_in, edition.version, name)));
    }
    assert_eq!(built_in.into_iter().collect::<BTreeSet<_>>(), used);
}

/// The files below a folder, as paths from it.
fn listed(folder: &Path, below: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{below}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            listed(&entry.path(), &format!("{path}/"), files);
        } else {
            files.push(path);
        }
    }
}

/// A template and all that it includes, however deep.
fn included(edition: Edition<'_>, name: &str) -> BTreeSet<String> {
    let text = edition.text(name).unwrap_or_else(|| panic!("{name} is included and is nowhere"));
    let below = includes(&text).flat_map(|name| included(edition, name));
    below.chain([name.to_owned()]).collect()
}

/// The file that a version finds under a name.
fn newest(files: &[String], version: u32, name: &str) -> String {
    let mut found = (1..=version).rev().map(|version| format!("{version}/{name}"));
    found.find(|path| files.contains(path)).unwrap()
}

#[test]
fn no_template_includes_a_name_that_is_computed() {
    for (name, text) in TEMPLATES {
        for word in ["include", "import", "from", "extends"] {
            let computed = text.split("{%").skip(1).any(|tag| {
                let tag = tag.trim_start_matches(['-', '+', ' ']);
                tag.strip_prefix(word).is_some_and(|rest| !rest.trim_start().starts_with('"'))
            });
            assert!(!computed, "{name}: {word}");
        }
    }
}

const ROUTINE: &str = r#"
[[routine]]
id = "hunt"
sentence = "Looks for faults."
versions = [1]
template = "t"
choice = [{ id = "focus", asks = "What?", default = "all", options = ["all", "some"] }]
number = [{ id = "rounds", asks = "How many?", default = 1, min = 1, max = 5 }]
dimension = [{ id = "one", look = "this", focus = ["all", "some"] }]
[[invariant]]
id = "rule"
reason = "So."
template = "t"
archetypes = ["hunt"]
find = ["words"]
"#;

/// What the checks say of the rows, but for what they say of other tables.
fn said(text: &str) -> Vec<String> {
    let source = Source { path: "tables/hunt.toml".to_owned(), text: text.to_owned() };
    let (tables, mut problems) = load::load(vec![source]);
    problems.extend(check::check(&tables));
    report::findings(&problems, &tables.sources).iter().map(report::Finding::text).collect()
}

#[test]
fn rows_that_contradict_themselves_are_reported_where_they_do() {
    assert_eq!(said(ROUTINE), Vec::<String>::new());
    for (from, to, reported) in [
        ("versions = [1]", "versions = [0]", "5:12: these are no template versions"),
        ("versions = [1]", "versions = [2, 1]", "these are no template versions"),
        ("default = 1", "default = 9", "9 is not within 1 to 5"),
        ("default = \"all\"", "default = \"most\"", "`most` is no option"),
        ("\"What?\"", "\"What.\"", "this asks nothing"),
        ("id = \"rounds\"", "id = \"focus\"", "`focus` cannot be a name here"),
        ("id = \"rounds\"", "id = \"Rounds\"", "`Rounds` cannot be a name here"),
        ("focus = [\"all\", \"some\"]", "focus = [\"all\"]", "`some` hunts nothing"),
        ("focus = [\"all\", \"some\"]", "focus = [\"all\", \"none\"]", "a focus that nobody can choose"),
        ("archetypes = [\"hunt\"]", "archetypes = [\"drain\"]", "`drain` is no archetype"),
        ("archetypes = [\"hunt\"]", "archetypes = []", "no prompt carries the rule"),
        ("find = [\"words\"]", "find = [\" \"]", "nothing says how the rule is found"),
        ("reason = \"So.\"", "reason = \" \"", "the text is empty"),
        ("Looks for faults.", "look for faults", "the sentence does not"),
    ] {
        let text = ROUTINE.replacen(from, to, 1);
        assert_ne!(text, ROUTINE, "{from}");
        let said = said(&text).join("\n");
        assert!(said.contains(reported), "{to}: {said}");
    }
}
