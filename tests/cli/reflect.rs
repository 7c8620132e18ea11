//! `abcd reflect` and `abcd reflect write` on a repository with two releases.

use serde_json::{Value, json};

use crate::support::Sandbox;

const RECORD: &str = ".abcd/development/release/reflections/v0.2.0.md";
const CRITERION: &str = "- given a login, when the server restarts, then it holds\n";

fn answers() -> Value {
    json!({
        "went_well": { "answer": "The gates ran early, so nothing was found late." },
        "could_improve": { "answer": "The notes came last, when nobody remembered." },
        "lessons": { "answer": "Write the notes first.\nAsk for an audit before the tag." },
        "decisions": { "answer": "One file a record, since it merges." },
    })
}

/// An intent as its file has it.
fn intent(sandbox: &Sandbox, number: u32, bucket: &str, head: &str, notes: &str) {
    let path = format!(".abcd/development/intents/{bucket}/itd-{number}-intent-{number}.md");
    let text = format!(
        "---\nid: itd-{number}\nslug: intent-{number}\n{head}---\n\n# Intent {number}\n\n## Acceptance Criteria\n\n\
         {CRITERION}\n## Audit Notes\n\n{notes}\n"
    );
    sandbox.write(&path, text);
}

fn shipped(sandbox: &Sandbox, number: u32, impact: &str, notes: &str) {
    let head = format!("spec_id: spc-{number}\nkind: standalone\nimpact: {impact}\n");
    intent(sandbox, number, "shipped", &head, notes);
}

fn issue(sandbox: &Sandbox, number: u32, folder: &str, tail: &str) {
    let path = format!(".abcd/work/issues/{folder}/iss-{number}-issue-{number}.md");
    let text = format!(
        "---\nschema_version: 1\nid: iss-{number}\nslug: issue-{number}\nseverity: minor\ncategory: bug\n\
         source: user-observation\nfound_during: tests\n{tail}---\n\nIssue {number}\n"
    );
    sandbox.write(&path, text);
}

fn commit(sandbox: &Sandbox, tag: Option<&str>) {
    sandbox.git("add --all");
    sandbox.git("commit --quiet --allow-empty --message step");
    if let Some(tag) = tag {
        sandbox.git(&format!("tag --annotate {tag} --message {tag}"));
    }
}

/// Two releases; in the second three intents ship (one through a merge), one misses it, and so on.
fn released() -> Sandbox {
    let sandbox = Sandbox::with_record();
    shipped(&sandbox, 1, "fix", "ac-1: NOT_MET");
    issue(&sandbox, 1, "resolved", "impact: fix\nresolution: done\n");
    commit(&sandbox, Some("v0.1.0"));
    sandbox.git("checkout --quiet -b work");
    shipped(
        &sandbox,
        2,
        "additive",
        "<!-- audit: INGESTED rcp-0123456789ab -->\n\n- ac-1: MET\n- ac-2: NOT_MET",
    );
    commit(&sandbox, None);
    sandbox.git("checkout --quiet main");
    commit(&sandbox, None);
    sandbox.git("merge --quiet --no-ff --message merge work");
    shipped(&sandbox, 3, "breaking", "- ac-1: MET");
    shipped(&sandbox, 4, "fix", "<!-- What a reader found. -->");
    intent(&sandbox, 5, "planned", "spec_id: spc-5\nkind: standalone\ntarget_release: v0.2.0\n", "");
    intent(&sandbox, 6, "drafts", "target_release: v0.3.0\n", "");
    issue(&sandbox, 2, "resolved", "impact: internal\nresolution: done\n");
    issue(&sandbox, 3, "open", "");
    sandbox.write(
        ".abcd/development/decisions/adrs/adr-7-one-file.md",
        "---\nid: adr-7\nslug: one-file\nstatus: accepted\ndate: 2031-02-03\n---\n\n# One file a record\n",
    );
    commit(&sandbox, Some("v0.2.0"));
    sandbox
}

fn seed(sandbox: &Sandbox, tag: &str) -> Value {
    sandbox.run(&format!("reflect {tag} --json")).done().document()
}

fn ids(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect()
}

fn put(sandbox: &Sandbox, answers: &Value) {
    sandbox.write("answers.json", answers.to_string());
}

#[test]
fn a_seed_holds_what_happened_between_two_releases_and_nothing_else() {
    let sandbox = released();
    let before = sandbox.tree();
    let seed = seed(&sandbox, "v0.2.0");
    assert_eq!((&seed["tag"], &seed["previous"]), (&json!("v0.2.0"), &json!("v0.1.0")));
    assert_eq!(seed["commit"], json!(sandbox.git("rev-parse v0.2.0^{commit}").trim()));
    assert_eq!(ids(&seed["shipped"]), ["itd-2", "itd-3", "itd-4"]);
    assert_eq!(ids(&seed["missed"]), ["itd-5"]);
    assert_eq!(ids(&seed["resolved"]), ["iss-2"]);
    assert_eq!(ids(&seed["decisions"]), ["adr-7"]);
    assert_eq!(seed["skipped"], json!([]));
    let metrics = json!({
        "commits": 4, "days": 0, "shipped": 3, "met": 1, "concerns": 0, "not_met": 1, "unaudited": 1, "missed": 1,
        "resolved": [{ "impact": "internal", "count": 1 }], "filed": 2, "decisions": 1,
    });
    assert_eq!(seed["metrics"], metrics);
    assert_eq!(sandbox.tree(), before, "nothing is written");
}

#[test]
fn what_a_branch_brought_is_told_by_the_merge() {
    let sandbox = released();
    let seed = seed(&sandbox, "v0.2.0");
    let merge = sandbox.git("rev-list --merges v0.2.0");
    assert_eq!(seed["shipped"][0]["commit"], json!(merge.trim()));
    assert_eq!(seed["shipped"][1]["commit"], json!(sandbox.git("rev-parse v0.2.0^{commit}").trim()));
}

#[test]
fn verdicts_are_those_of_today_and_of_the_criterion_that_they_are_about() {
    let sandbox = released();
    let audit = |seed: &Value, at: usize| seed["shipped"][at]["audit"].clone();
    let first = seed(&sandbox, "v0.2.0");
    let judged =
        json!([{ "criterion": "ac-1", "verdict": "MET" }, { "criterion": "ac-2", "verdict": "NOT_MET" }]);
    assert_eq!(audit(&first, 0), json!({ "mark": "INGESTED", "verdicts": judged }));
    assert_eq!(audit(&first, 2), json!({ "mark": null, "verdicts": [] }));
    // The audit comes after the release.
    shipped(&sandbox, 4, "fix", "- ac-1: MET_WITH_CONCERNS");
    let later = seed(&sandbox, "v0.2.0");
    assert_eq!(later["metrics"]["concerns"], json!(1));
    assert_eq!(later["metrics"]["unaudited"], json!(0));
}

#[test]
fn the_questions_are_sharpened_by_what_was_found() {
    let sandbox = released();
    let seed = seed(&sandbox, "v0.2.0");
    let sections: Vec<_> =
        seed["questions"].as_array().unwrap().iter().map(|one| one["section"].clone()).collect();
    assert_eq!(sections, ["went_well", "could_improve", "lessons", "decisions"]);
    let improve = seed["questions"][1]["sharpened"].to_string();
    for (id, word) in [("itd-2", "NOT_MET"), ("itd-4", "no audit"), ("itd-5", "missed")] {
        let line = seed["questions"][1]["sharpened"].as_array().unwrap().iter();
        let line = line.filter_map(Value::as_str).find(|line| line.contains(id));
        assert!(line.is_some_and(|line| line.contains(word)), "{improve}");
    }
    // Nothing of it is asked where there is nothing of it; the numbers are never asked.
    let quiet = self::seed(&sandbox, "v0.1.0");
    assert!(!quiet["questions"][1]["sharpened"].to_string().contains("missed"), "{quiet}");
    assert!(
        quiet["questions"][3]["sharpened"].to_string().contains("No decision was written down"),
        "{quiet}"
    );
    assert!(!seed["questions"].to_string().contains("commits"), "{seed}");
}

#[test]
fn the_first_release_is_the_whole_history() {
    let sandbox = released();
    let seed = seed(&sandbox, "v0.1.0");
    assert_eq!((&seed["previous"], &seed["metrics"]["days"]), (&Value::Null, &Value::Null));
    assert_eq!((ids(&seed["shipped"]), ids(&seed["resolved"])), (vec!["itd-1"], vec!["iss-1"]));
}

#[test]
fn a_record_that_cannot_be_read_is_named_and_passed_over() {
    let sandbox = released();
    sandbox.write(".abcd/development/intents/shipped/itd-9-broken.md", "no head\n");
    commit(&sandbox, Some("v0.3.0"));
    let seed = seed(&sandbox, "v0.3.0");
    assert_eq!(seed["skipped"], json!([".abcd/development/intents/shipped/itd-9-broken.md"]));
    assert_eq!(ids(&seed["missed"]), ["itd-6"]);
}

#[test]
fn what_is_no_release_is_told_apart_and_the_known_ones_are_listed() {
    let sandbox = released();
    sandbox.git("branch v9.0.0");
    sandbox.git("tag v8.0.0 v0.1.0^{tree}");
    for name in ["HEAD", "main", "v0.2", "v9.0.0", "v8.0.0", "--", "../v0.1.0", "v0.1.0~1"] {
        let ran = sandbox.call_of(["reflect", "--json", "--", name]).run();
        drop(ran.refused("reflect/not-a-tag"));
    }
    let unknown = sandbox.run("reflect v0.9.0 --json").refused("reflect/unknown-tag").document();
    assert_eq!(unknown["facts"]["allowed"], json!(["v8.0.0", "v0.2.0", "v0.1.0"]));
}

#[test]
fn answers_are_filed_once_with_what_the_record_says() {
    let sandbox = released();
    put(&sandbox, &answers());
    let call = "reflect write v0.2.0 --answers answers.json --json";
    let filed = sandbox.run(call).done().document();
    assert_eq!(
        (&filed["path"], &filed["written"], &filed["thin"]),
        (&json!(RECORD), &json!(true), &json!([]))
    );
    let text = sandbox.read(RECORD);
    for part in [
        "---\ntag: v0.2.0\n",
        "previous: v0.1.0\n",
        "\n## What went well\n\n> The gates ran early, so nothing was found late.\n",
        "\n> Write the notes first.\n> Ask for an audit before the tag.\n",
        "\n| of those NOT_MET | 1 |\n",
        "\n- missed: itd-5 `Intent 5`\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    assert!(
        !text.contains("{{")
            && !text.contains("Nothing was")
            && !text.contains("\n\n\n")
            && text.ends_with('\n'),
        "{text}"
    );
    assert_eq!(sandbox.run(call).done().document()["written"], json!(false));
    assert_eq!(sandbox.read(RECORD), text);
    let mut others = answers();
    others["decisions"]["answer"] = json!("Another one, because we could.");
    put(&sandbox, &others);
    let refused = sandbox.run(call).refused("reflect/exists").document();
    assert_eq!(refused["facts"]["at"], json!(RECORD));
    assert_eq!(sandbox.read(RECORD), text);
}

#[test]
fn a_thin_answer_is_handed_back_with_its_question_and_kept_with_the_reply() {
    let sandbox = released();
    let call = "reflect write v0.2.0 --answers answers.json --json";
    for (answer, why) in [("", "nothing"), ("What went well.", "again"), ("the tests were fine", "clause")] {
        let mut thin = answers();
        thin["went_well"]["answer"] = json!(answer);
        put(&sandbox, &thin);
        let facts = sandbox.run(call).refused("reflect/thin-answer").document()["facts"].clone();
        assert_eq!(facts["thin"][0]["section"], json!("went_well"));
        assert!(facts["thin"][0]["why"].as_str().unwrap().contains(why), "{facts}");
        assert!(facts["thin"][0]["follow_up"].as_str().unwrap().ends_with('?'), "{facts}");
        // A reply that says nothing is none.
        thin["went_well"]["follow_up"] = json!(" ... ");
        put(&sandbox, &thin);
        drop(sandbox.run(call).refused("reflect/thin-answer"));
    }
    assert!(!sandbox.has(RECORD));
    let mut replied = answers();
    replied["went_well"] = json!({ "answer": "the tests", "follow_up": "They ran on each branch." });
    put(&sandbox, &replied);
    drop(sandbox.run(call).done());
    assert!(sandbox.read(RECORD).contains("> the tests\n\nWhat did you do"), "{}", sandbox.read(RECORD));
    assert!(sandbox.read(RECORD).contains("\n\n> They ran on each branch.\n"));
}

#[test]
fn who_proceeds_keeps_thin_answers_and_the_record_says_so() {
    let sandbox = released();
    let mut thin = answers();
    thin["lessons"]["answer"] = json!("");
    put(&sandbox, &thin);
    let filed = sandbox.run("reflect write v0.2.0 --answers answers.json --proceed --json").done().document();
    assert_eq!(filed["thin"], json!(["lessons"]));
    let text = sandbox.read(RECORD);
    assert!(
        text.contains("## Lessons learned\n\nNothing was said.\n\nThis answer was taken as it is"),
        "{text}"
    );
}

#[test]
fn no_answer_and_no_title_breaks_out_of_its_place() {
    let sandbox = released();
    shipped(&sandbox, 8, "fix", "");
    let path = ".abcd/development/intents/shipped/itd-8-intent-8.md";
    let text = sandbox.read(path).replace("# Intent 8", "# Evil `x` {{ seed }} <!-- # y");
    sandbox.write(path, text);
    commit(&sandbox, Some("v0.3.0"));
    let mut answers = answers();
    answers["went_well"]["answer"] =
        json!("Fine, so far.\n\n## Metrics\n\n| commits | 9 |\n{{ seed.tag }} <!--");
    put(&sandbox, &answers);
    drop(sandbox.run("reflect write v0.3.0 --answers answers.json").done());
    let text = sandbox.read(&RECORD.replace("v0.2.0", "v0.3.0"));
    assert_eq!(text.lines().filter(|line| line.starts_with("## Metrics")).count(), 1, "{text}");
    assert!(text.contains("\n> ## Metrics\n>\n> | commits | 9 |\n> {{ seed.tag }} <!--\n"), "{text}");
    assert!(text.contains("\n- shipped: itd-8 `Evil x {{ seed }}"), "{text}");
}

#[test]
fn answers_are_read_strictly_and_nothing_is_written_before_they_are_whole() {
    let sandbox = released();
    let whole = answers().to_string();
    let said = r#"{"answer": "one, and two"}"#;
    let cases = [
        (whole.replacen("\"went_well\"", "\"went_Well\"", 1), "reflect/answers-unknown-key"),
        (whole.replacen("\"answer\"", "\"reply\"", 1), "reflect/answers-unknown-key"),
        (whole.replacen("{\"answer\":", "{\"answer\":\"x\",\"answer\":", 1), "reflect/answers-repeated-key"),
        (whole.replacen('{', &format!("{{\"lessons\":{said},"), 1), "reflect/answers-repeated-key"),
        (format!("{whole}{{}}"), "reflect/answers-not-json"),
        (String::new(), "reflect/answers-not-json"),
        ("[]".to_owned(), "reflect/answers-incomplete"),
        (format!("{{\"went_well\": {said}}}"), "reflect/answers-incomplete"),
        (whole.replacen("\"One file a record, since it merges.\"", "7", 1), "reflect/answers-incomplete"),
        (whole.replacen("\"The gates", "\"\\u0007The gates", 1), "reflect/answer-unfit"),
        (whole.replacen("\"The gates", &format!("\"{}", "x ".repeat(33_000)), 1), "reflect/answer-unfit"),
        (format!("{whole}{}", " ".repeat(1_048_577 - whole.len())), "reflect/answers-too-large"),
    ];
    for (text, code) in cases {
        sandbox.write("answers.json", &text);
        let shown: String = text.chars().take(80).collect();
        let ran = sandbox.run("reflect write v0.2.0 --answers answers.json --json");
        assert_eq!(ran.code().as_deref(), Some(code), "{shown}");
    }
    // By a byte.
    let full = format!("{whole}{}", " ".repeat(1_048_576 - whole.len()));
    assert!(!sandbox.has(".abcd/development/release/reflections"));
    sandbox.write("answers.json", full);
    drop(sandbox.run("reflect write v0.2.0 --answers answers.json").done());
}

#[test]
fn a_file_of_answers_is_read_through_no_link_and_no_pipe() {
    let sandbox = released();
    put(&sandbox, &answers());
    sandbox.link("linked.json", "answers.json");
    sandbox.fifo("pipe.json");
    for name in ["linked.json", "pipe.json", "missing.json", "src"] {
        let ran = sandbox.run(&format!("reflect write v0.2.0 --answers {name}"));
        drop(ran.refused("reflect/answers-unreadable"));
    }
}
