//! Runs that come to their outcome.

use serde_json::json;

use super::world::World;
use crate::interview::written::dispatch::{Changes, Dispatched};
use crate::registry::values::FallbackReason;

#[test]
fn a_role_asks_hears_what_was_said_and_hands_over_its_outcome() {
    let mut world = World::new();
    world.asks(&["Product Q9", "Tech Q9"]).asks(&["Product Q1"]).hands_over();
    world.says("Q1", "back").says("Q2", "later").says("Q3", "back");
    world.changes.push_back(Changes { allowed: vec!["b.md".into(), "a.md".into()], ..Changes::default() });
    world.changes.push_back(Changes { allowed: vec!["a.md".into()], ..Changes::default() });
    let through = world.run().unwrap_or_else(|ended| panic!("{ended:?}"));
    assert_eq!(through.done, json!({ "summary": "done" }));
    assert_eq!(world.ids(), [vec!["Q1", "Q2"], vec!["Q3"]]);
    // Each tab is an answer of its own, with an ask of one question.
    let kept: Vec<_> = world.kept.answers.iter().map(|one| (one.id.as_str(), one.value.as_str())).collect();
    assert_eq!(kept, [("Q1", "back"), ("Q2", "later"), ("Q3", "back")]);
    for answer in &world.kept.answers {
        assert_eq!(answer.ask.questions.len(), 1);
        assert_eq!(answer.ask.questions[0].id, answer.id);
    }
    assert_eq!(through.left.answers, world.kept.answers);
    assert_eq!(through.left.changed, ["a.md", "b.md"]);
    assert_eq!((through.left.turns, through.left.record.as_deref()), (3, Some("record.json")));
    // What was said goes into the next brief, and not into the one before.
    let first = world.turn_file("turn-1.brief.md").unwrap();
    let last = world.turn_file("turn-3.brief.md").unwrap();
    assert!(first.contains("this is the beginning") && !first.contains("\"id\": \"Q2\""));
    assert!(last.contains("\"id\": \"Q2\"") && last.contains("\"id\": \"Q3\""), "{last}");
    assert!(last.contains("is number Q4.") && !last.contains("this is the beginning"));
    let others: Vec<_> = world.started.iter().filter(|(runner, _)| runner != "claude").collect();
    assert!(others.is_empty() && world.started.len() == 3, "{:?}", world.started);
}

#[test]
fn an_answer_is_kept_before_the_role_writes_again() {
    let mut world = World::new();
    world.asks(&["Product Q1"]).hands_over().says("Q1", "back");
    world.run().unwrap();
    assert_eq!(world.lines(), ["started claude", "Q1=back", "started claude"]);
}

#[test]
fn an_unclear_question_is_asked_again_under_its_number_and_counted_and_is_no_decision() {
    let mut world = World::new();
    world.asks(&["Product Q1", "Product Q2"]).asks(&["Product Q1"]).asks(&["Product Q1"]).hands_over();
    world.says("Q1", "?").says("Q2", "back").says("Q1", "?").says("Q1", "later");
    let through = world.run().unwrap();
    assert_eq!(world.ids(), [vec!["Q1", "Q2"], vec!["Q1"], vec!["Q1"]]);
    let answers: Vec<_> =
        through.left.answers.iter().map(|one| (one.id.as_str(), one.value.as_str(), one.unclear)).collect();
    assert_eq!(answers, [("Q2", "back", 0), ("Q1", "later", 2)]);
    let briefs = [2, 3, 4].map(|turn| world.turn_file(&format!("turn-{turn}.brief.md")).unwrap());
    let counts = briefs.map(|brief| (1..4).find(|times| brief.contains(&format!("\"times\": {times}"))));
    assert_eq!(counts, [Some(1), Some(2), None]);
}

#[test]
fn an_outcome_is_not_taken_while_a_question_is_unclear() {
    let mut world = World::new();
    world.asks(&["Product Q1"]).hands_over().asks(&["Product Q1"]).hands_over();
    world.says("Q1", "?").says("Q1", "back");
    let through = world.run().unwrap();
    assert_eq!((through.left.turns, world.ids().len()), (4, 2));
    let brief = world.turn_file("turn-3.brief.md").unwrap();
    assert!(brief.contains("was not asked again yet") && brief.contains("\"times\": 1"), "{brief}");
}

#[test]
fn an_outcome_that_is_refused_comes_back_and_the_loop_goes_on() {
    let mut world = World::new();
    world.hands_over().asks(&["Product Q1"]).hands_over().says("Q1", "back");
    world.refusals.push_back("the answer to ```` is thin".to_owned());
    let through = world.run().unwrap();
    assert_eq!(through.left.turns, 3);
    let brief = world.turn_file("turn-2.brief.md").unwrap();
    assert!(brief.contains("## Your outcome was refused") && brief.contains("\\u0060 is thin"), "{brief}");
    assert!(!world.turn_file("turn-3.brief.md").unwrap().contains("## Your outcome was refused"));
}

#[test]
fn another_runner_is_asked_once_it_is_written_down_that_the_first_did_not_do() {
    let mut world = World::new();
    world.runners = vec!["claude", "opencode"];
    world.does(|request| {
        std::fs::write(&request.receipt, "{\"ask\":").unwrap();
        Dispatched::Answered
    });
    world.does(|request| {
        // The receipt of the first is gone, and its fallback is written down.
        assert!(!request.receipt.exists());
        let folder = request.receipt.parent().unwrap();
        let note = std::fs::read_to_string(folder.join("turn-1.fallback-1.json")).unwrap();
        assert!(note.contains("\"at\": \"2031-02-03T04:05:06Z\"") && note.contains("opencode"), "{note}");
        let brief = std::fs::read_to_string(&request.brief).unwrap();
        assert!(brief.contains("no whole JSON"), "{brief}");
        std::fs::write(&request.receipt, "{\"done\":{\"summary\":\"x\"}}").unwrap();
        Dispatched::Answered
    });
    let through = world.run().unwrap();
    assert_eq!(world.lines(), ["started claude", "claude unparsable ran opencode", "started opencode"]);
    let [fallback] = through.left.fallbacks.as_slice() else { panic!("{:?}", through.left) };
    assert_eq!(fallback.role, "planning-interviewer");
}

#[test]
fn a_receipt_that_was_written_ahead_starts_no_runner_and_is_the_roles_invalid_answer() {
    let mut world = World::new();
    world.runners = vec!["claude", "opencode"];
    world.does(|request| {
        let text = std::fs::read_to_string(&request.brief).unwrap();
        assert!(text.starts_with("# Turn 1 "));
        let asks = json!({ "ask": super::super::receipt::tests::ask_of(&["Product Q1"]) }).to_string();
        std::fs::write(&request.receipt, asks).unwrap();
        let ahead = request.receipt.with_file_name("turn-2.receipt.json");
        std::fs::write(ahead, "{\"done\":{\"summary\":\"nobody was asked\"}}").unwrap();
        Dispatched::Answered
    });
    world.says("Q1", "back").hands_over();
    let through = world.run().unwrap();
    assert_eq!(through.done, json!({ "summary": "done" }));
    assert_eq!(
        world.lines(),
        ["started claude", "Q1=back", "claude invalid ran opencode", "started opencode"]
    );
}

#[test]
fn the_person_may_change_an_answer_while_the_parts_stand() {
    let mut world = World::new();
    world.asks(&["Product Q1", "Product Q2"]).hands_over();
    world.says("Q1", "back").says("Q1", "later");
    // Both replies are to the first part, so the second has none.
    let ended = world.run().unwrap_err();
    assert_eq!(ended.left.answers.len(), 1);
    assert_eq!(ended.left.answers[0].value, "later");
}

#[test]
fn a_runner_gets_the_tools_of_its_row_and_no_others() {
    let mut world = World::new();
    world.role = "reflection-composer";
    world.does(|request| {
        assert_eq!(request.role, "reflection-composer");
        assert_eq!(request.tools, ["Read", "Grep", "Glob"]);
        Dispatched::Failed { reason: FallbackReason::Absent, detail: "it is not there".into() }
    });
    assert!(world.run().is_err());
}

#[test]
fn answers_that_were_handed_over_are_kept_once_the_run_is_over() {
    let mut world = World::new();
    world.handed = true;
    world.asks(&["Product Q1"]).hands_over().says("Q1", "back");
    let through = world.run().unwrap();
    assert_eq!(world.lines(), ["started claude", "started claude", "Q1=back"]);
    assert_eq!(through.left.record.as_deref(), Some("record.json"));
}
