//! A host that only its row and its template know, the real ones read back as their readers would, and
//! manifests that want to break out.

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use saphyr_parser::{Event, Parser};

use super::{Filled, NotTaken, export, fits};
use crate::registry::hosts::{HOSTS, host};
use crate::registry::templates::{self, TEMPLATES};
use crate::routine::export::seal::{Standing, standing};
use crate::routine::manifest::Schedule;
use crate::routine::render::engine::Engine;
use crate::tables::load;
use crate::tables::model::hosts::Starter;
use crate::tables::source::Source;

const DIGEST: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const ALL_POWERS: &str = r#"["push","open","merge","release","schedule"]"#;

fn manifest(name: &str, cadence: &str, slug: &str, forge: &str, powers: &str) -> String {
    format!(
        r#"{{"schema_version":1,"name":{name:?},"cadence":{cadence:?},
        "repository":{{"root":null,"slug":{slug:?},"host":{forge:?}}},"archetype":"bug-hunt",
        "template_version":1,"prompt":{{"path":".abcd/routines/{name}/prompt.md","sha256":"{DIGEST}"}},
        "models":{{}},"powers":{powers}}}"#
    )
}

fn schedule(name: &str, cadence: &str) -> Schedule {
    let text = manifest(name, cadence, "o/r", "github.com", ALL_POWERS);
    Schedule::parse(text.as_bytes()).unwrap_or_else(|broken| panic!("{broken}: {text}"))
}

fn files(schedule: &Schedule, id: &str) -> Vec<Filled> {
    export(schedule, host(id).unwrap(), &Engine::over(templates::text)).unwrap()
}

/// A YAML document as lines of `path: value`, as a parser has it.
fn yaml(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut path: Vec<(String, bool)> = Vec::new();
    let mut key: Option<String> = None;
    for event in Parser::new_from_str(text) {
        let (event, _) = event.unwrap_or_else(|error| panic!("{error}:\n{text}"));
        match event {
            Event::MappingStart(..) => path.push((key.take().unwrap_or_else(|| "-".to_owned()), true)),
            Event::SequenceStart(..) => path.push((key.take().unwrap_or_default(), false)),
            Event::MappingEnd | Event::SequenceEnd => drop(path.pop()),
            Event::Scalar(value, ..) => {
                let in_map = path.last().is_some_and(|(_, map)| *map);
                if in_map && key.is_none() {
                    key = Some(value.into_owned());
                    continue;
                }
                let names: Vec<String> =
                    path.iter().skip(1).map(|(name, _)| name.clone()).chain(key.take()).collect();
                found.push(format!("{}: {value}", names.join("/")));
            }
            _ => {}
        }
    }
    found
}

/// The one schedule of an export, as the scheduler is given it.
fn cron_of(id: &str, files: &[Filled]) -> String {
    let text = &files[0].text;
    match id {
        "claude-code" => {
            let document: serde_json::Value = serde_json::from_str(text).unwrap();
            document["schedule"]["cron"].as_str().unwrap().to_owned()
        }
        "cron" => {
            let line = text.lines().last().unwrap();
            line.split(' ').take(5).collect::<Vec<_>>().join(" ")
        }
        _ => {
            let front = text.split("\n---\n").next().unwrap().trim_start_matches("---\n");
            let found = yaml(front)
                .into_iter()
                .find_map(|line| line.strip_prefix("on/schedule/-/cron: ").map(str::to_owned));
            found.unwrap_or_default()
        }
    }
}

#[test]
fn a_host_is_a_row_and_a_template() {
    let row = r#"
        [[host]]
        id = "town-bell"
        sentence = "Rings for the routine."
        smallest = 1440
        run_ends = 10
        runs = "ring"
        then = "hang it up"
        [[host.file]]
        path = "bells/{name}.bell"
        template = "hosts/bell.jinja"
    "#;
    let (tables, problems) = load::load(vec![Source { path: "bell.toml".to_owned(), text: row.to_owned() }]);
    assert_eq!(problems, []);
    let (_, row): &(_, Starter) = &tables.hosts[0];
    let engine = Engine::over(|name| {
        (name == "hosts/bell.jinja").then(|| "{{ seal }}\n{{ runs }} {{ name }} {{ cron }}\n".to_owned())
    });
    let made = export(&schedule("docs", "weekdays around 07:00"), row, &engine).unwrap();
    assert_eq!(made[0].path, "bells/docs.bell");
    let line = made[0].text.lines().nth(1).unwrap();
    assert!(line.starts_with("ring docs ") && line.ends_with(" * * 1-5"), "{line}");
    assert_eq!(standing(&made[0].text), Standing::Whole);
    assert_eq!(
        fits(&schedule("docs", "every 12 hours"), 0, row),
        Err(NotTaken::TooOften { shortest: 720, smallest: 1440 })
    );
    assert_eq!(fits(&schedule("docs", "by hand"), 0, row), Err(NotTaken::ByHand));
    let unsealed = Engine::over(|_| Some("no seal\n".to_owned()));
    assert!(
        export(&schedule("docs", "daily"), row, &unsealed).is_err(),
        "a file could not be told from others"
    );
}

#[test]
fn the_code_names_no_host() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/routine/export");
    for file in ["mod.rs", "put.rs", "seal.rs", "../../commands/routine/export.rs"] {
        #[expect(clippy::disallowed_methods, reason = "a test reads the package's files")]
        let text = fs::read_to_string(folder.join(file)).unwrap();
        for row in &HOSTS {
            assert!(!text.contains(&format!("\"{}\"", row.id)), "{file} names {}", row.id);
        }
    }
}

#[test]
fn every_host_is_given_the_times_of_the_cadence() {
    for cadence in
        ["every 30 minutes", "hourly", "every 6 hours", "every 3 days", "weekdays around 07:00", "monthly"]
    {
        let schedule = schedule("bug-hunt", cadence);
        let expected = schedule.cadence.scatter(&super::Seed::new(None, "bug-hunt")).unwrap();
        for row in HOSTS.iter().filter(|row| fits(&schedule, 0, row).is_ok()) {
            let files = files(&schedule, &row.id);
            if row.id == "systemd" {
                let line = format!("\nOnCalendar={}\n", expected.calendar());
                assert!(files[1].text.contains(&line), "{}", files[1].text);
                assert!(files[1].text.contains("\nPersistent=true\n"));
            } else {
                assert_eq!(cron_of(&row.id, &files), expected.cron(), "{} {cadence}", row.id);
            }
        }
    }
}

#[test]
fn a_host_refuses_what_it_cannot_hold() {
    let fit =
        |cadence: &str, prompt: usize, id: &str| fits(&schedule("x", cadence), prompt, host(id).unwrap());
    assert_eq!(
        fit("every 30 minutes", 0, "claude-code"),
        Err(NotTaken::TooOften { shortest: 30, smallest: 60 })
    );
    assert_eq!(fit("hourly", 0, "claude-code"), Ok(()));
    for id in ["claude-code", "cron", "systemd"] {
        assert_eq!(fit("by hand", 0, id), Err(NotTaken::ByHand), "{id}");
    }
    for id in ["github-actions", "gh-aw"] {
        assert_eq!(fit("by hand", 0, id), Ok(()));
        assert_eq!(cron_of(id, &files(&schedule("x", "by hand"), id)), "", "{id} starts it by itself");
    }
    assert_eq!(fit("daily", 98_304, "github-actions"), Ok(()));
    let long = NotTaken::PromptTooLong { bytes: 98_305, most: 98_304 };
    assert_eq!(fit("daily", 98_305, "github-actions"), Err(long));
    assert_eq!(fit("daily", 98_305, "cron"), Ok(()));
}

#[test]
fn a_workflow_holds_no_more_permission_than_the_powers_need() {
    let writes = |powers: &str| {
        let text = manifest("x", "daily", "o/r", "github.com", powers);
        let files = files(&Schedule::parse(text.as_bytes()).unwrap(), "github-actions");
        let lines = yaml(&files[0].text);
        assert!(lines.iter().filter(|line| line.contains("permissions/")).count() >= 4, "{lines:#?}");
        let granted = lines.into_iter().filter(|line| line.ends_with(": write"));
        granted
            .map(|line| line.replace("jobs/round/permissions/", "").replace(": write", ""))
            .collect::<Vec<_>>()
    };
    assert!(writes("[]").is_empty());
    assert!(writes(r#"["schedule"]"#).is_empty());
    assert_eq!(writes(r#"["push"]"#), ["contents"]);
    assert_eq!(writes(r#"["open"]"#), ["issues", "pull-requests"]);
    assert_eq!(writes(r#"["merge"]"#), ["contents", "pull-requests"]);
    assert_eq!(writes(ALL_POWERS), ["contents", "issues", "pull-requests"]);
    let source = files(&schedule("x", "daily"), "gh-aw").remove(0).text;
    let front = yaml(source.split("\n---\n").next().unwrap().trim_start_matches("---\n"));
    assert!(
        front.iter().filter(|line| line.starts_with("permissions/")).all(|line| line.ends_with(": read"))
    );
    assert!(front.iter().any(|line| line.starts_with("safe-outputs/create-pull-request")), "{front:#?}");
}

#[test]
fn what_is_named_of_others_is_pinned_by_its_commit() {
    for row in &HOSTS {
        for file in files(&schedule("x", "daily"), &row.id) {
            for used in file.text.lines().filter_map(|line| line.split_once("- uses: ")) {
                let (_, commit) = used.1.split_once('@').unwrap();
                let digits = commit.chars().take_while(char::is_ascii_hexdigit).count();
                assert!(digits == 40 && commit.contains(" # v"), "{}", used.1);
            }
        }
    }
    assert_eq!(files(&schedule("x", "daily"), "github-actions")[0].text.matches("- uses: ").count(), 2);
}

/// What a reader sees of a file once the routine's own words are taken out: its shape.
fn shape(id: &str, schedule: &Schedule) -> Vec<String> {
    let repository = &schedule.repository;
    let own = [
        repository.slug.as_deref().map(|slug| format!("/{slug}\"")),
        repository.host.as_deref().map(|host| format!("//{host}")),
    ];
    let mut shapes = Vec::new();
    for Filled { path, text } in files(schedule, id) {
        assert!(
            text.is_ascii() && text.ends_with('\n') && !text.contains('\r') && !text.contains("\n\n\n"),
            "{text}"
        );
        let mut text = text.replace(&schedule.name, "NAME");
        for word in own.iter().flatten() {
            text = text.replace(word, "WORD");
        }
        let mark = text.find("abcd-export:").unwrap();
        text.replace_range(mark..mark + 76, "SEAL");
        shapes.push(format!("{}\n{text}", path.replace(&schedule.name, "NAME")));
    }
    shapes
}

proptest! {
    #[test]
    fn no_name_breaks_out_of_where_it_stands(
        name in "[a-z][a-z0-9]{5,9}(-[a-z0-9]{1,8}){0,3}|[ -~]{1,20}|\\PC{1,12}|a\"\n[ -~]{0,9}",
        slug in "[a-zA-Z0-9_.-]{1,9}/[a-zA-Z0-9_.-]{1,9}|[ -~]{1,30}",
        forge in "[a-z0-9.-]{1,20}|[ -~]{1,20}",
    ) {
        let text = serde_json::json!({
            "schema_version": 1, "name": name, "cadence": "weekly on monday around 12:30",
            "repository": {"root": null, "slug": slug, "host": forge}, "archetype": "bug-hunt",
            "template_version": 1, "models": {}, "powers": [],
            "prompt": {"path": format!(".abcd/routines/{name}/prompt.md"), "sha256": DIGEST},
        });
        // What is hostile is refused as a manifest; whatever is taken leaves every line where it was.
        let Ok(schedule) = Schedule::parse(text.to_string().as_bytes()) else { return Ok(()) };
        let mut plain = schedule.clone();
        plain.repository.slug = Some("o/r".to_owned());
        plain.repository.host = Some("example.com".to_owned());
        for row in &HOSTS {
            prop_assert_eq!(shape(&row.id, &schedule), shape(&row.id, &plain), "{}", row.id);
        }
        let document = files(&schedule, "claude-code").remove(0).text;
        let document: serde_json::Value = serde_json::from_str(&document).unwrap();
        prop_assert_eq!(&document["name"], &format!("abcd {name}"));
        prop_assert_eq!(&document["repository"], &format!("https://{forge}/{slug}"));
        let workflow = yaml(&files(&schedule, "github-actions").remove(0).text);
        prop_assert_eq!(&workflow[0], &format!("name: abcd {name}"));
        let named = format!("jobs/round/steps/-/env/PROMPT: .abcd/routines/{name}/prompt.md");
        prop_assert!(workflow.contains(&named));
        let tab = files(&schedule, "cron").remove(0).text;
        let line = tab.lines().last().unwrap();
        prop_assert!(line.len() < 900 && !line.contains('%'), "cron would cut it: {line}");
    }
}

#[test]
fn every_file_of_a_host_has_its_template_and_no_template_is_left_over() {
    assert!(HOSTS.len() >= 5);
    let mut used: BTreeSet<&str> =
        HOSTS.iter().flat_map(|row| row.file.iter()).map(|file| &*file.template).collect();
    for name in used.clone() {
        let text = templates::text(name).unwrap_or_else(|| panic!("{name} is not there"));
        assert_eq!(text.matches("{{ seal }}").count(), 1, "{name}");
    }
    used.insert("hosts/origin.jinja");
    let built_in = TEMPLATES.iter().map(|(name, _)| *name).filter(|name| name.starts_with("hosts/"));
    assert_eq!(used, built_in.collect());
}
