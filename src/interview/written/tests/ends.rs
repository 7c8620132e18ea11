//! Runs that do not come to their outcome, and what they leave.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::json;

use super::world::World;
use crate::interview::written::dispatch::{Beyond, Changes, Dispatched};
use crate::interview::written::end::{Ended, Why};
use crate::registry::roles::role;
use crate::registry::values::FallbackReason;

fn ended(world: &mut World) -> Ended {
    *world.run().unwrap_err()
}

#[test]
fn nothing_is_written_where_no_runner_is_reached_or_no_local_tier_is_there() {
    let mut world = World::new();
    world.runners.clear();
    assert!(matches!(ended(&mut world).why, Why::NoRoute));
    assert!(!world.top.path().join(".abcd/.work.local/interview-turns").exists());
    let mut world = World::new();
    std::fs::remove_dir_all(world.top.path().join(".abcd")).unwrap();
    assert!(matches!(ended(&mut world).why, Why::NoLocalTier));
    assert_eq!(std::fs::read_dir(world.top.path()).unwrap().count(), 0);
    assert!(world.started.is_empty());
}

#[test]
fn a_runner_that_is_silent_or_fails_ends_the_run_with_its_reason_and_the_answers_kept() {
    for (last, reason) in [
        (Dispatched::Answered, "unparsable"),
        (Dispatched::Failed { reason: FallbackReason::Failed, detail: "x".into() }, "failed"),
        (Dispatched::Failed { reason: FallbackReason::Refused, detail: "x".into() }, "refused"),
        (Dispatched::Failed { reason: FallbackReason::Absent, detail: "x".into() }, "absent"),
    ] {
        let mut world = World::new();
        world.asks(&["Product Q1"]).says("Q1", "back").does(move |_| last.clone());
        let ended = ended(&mut world);
        assert!(matches!(&ended.why, Why::NoRunner(fallback) if fallback.reason == reason), "{ended:?}");
        assert_eq!(
            world.lines(),
            ["started claude", "Q1=back", "started claude", &format!("claude {reason} ran none"),]
        );
        assert_eq!((ended.left.answers.len(), ended.left.record.as_deref()), (1, Some("record.json")));
    }
}

#[test]
fn a_receipt_of_a_wrong_form_is_not_put_to_the_person() {
    let ask = json!({ "questions": [{ "id": "Q1" }] });
    for receipt in [
        json!({ "ask": ask }),
        json!({ "done": { "other": 1 } }),
        json!({ "done": "summary" }),
        json!({ "ask": { "questions": [] } }),
        json!([]),
    ] {
        let mut world = World::new();
        world.writes(&receipt);
        let ended = ended(&mut world);
        assert!(matches!(&ended.why, Why::NoRunner(fallback) if fallback.reason == "invalid"), "{receipt}");
        assert!(world.asked.is_empty());
        let detail = &world.kept.fallbacks[0].detail;
        assert!(!detail.is_empty() && detail.len() <= 300, "{detail}");
    }
}

#[test]
fn a_rate_limit_pauses_the_run_and_asks_nobody_else() {
    let mut world = World::new();
    world.runners = vec!["claude", "opencode"];
    world.asks(&["Product Q1"]).says("Q1", "back");
    world.does(|_| Dispatched::RateLimited { detail: "until noon".into() });
    let ended = ended(&mut world);
    assert!(matches!(&ended.why, Why::RateLimited(fallback) if fallback.detail == "until noon"), "{ended:?}");
    assert_eq!(world.lines().last().unwrap(), "claude rate-limited ran none");
    assert_eq!((world.started.len(), ended.left.answers.len()), (2, 1));
}

#[test]
fn a_change_beyond_the_contract_ends_the_run_before_its_question_is_put() {
    let mut world = World::new();
    world.asks(&["Product Q1"]).asks(&["Product Q2"]).says("Q1", "back");
    let beyond = vec![Beyond { path: "src/a".into(), before: "a file".into(), after: "gone".into() }];
    world.changes.push_back(Changes::default());
    let allowed = vec!["itd-1.md".to_owned()];
    world.changes.push_back(Changes { allowed, beyond: beyond.clone(), more: 0 });
    let ended = ended(&mut world);
    assert!(
        matches!(&ended.why, Why::Unexpected { beyond: found, more: 0 } if *found == beyond),
        "{ended:?}"
    );
    assert_eq!((world.asked.len(), ended.left.changed.as_slice()), (1, &["itd-1.md".to_owned()][..]));
    assert_eq!(ended.left.answers.len(), 1);
}

#[test]
fn a_change_is_seen_whatever_became_of_the_runner() {
    for last in [
        Dispatched::Failed { reason: FallbackReason::Failed, detail: "x".into() },
        Dispatched::RateLimited { detail: "x".into() },
        Dispatched::Interrupted,
    ] {
        let mut world = World::new();
        world.does(move |_| last.clone());
        world.changes.push_back(Changes { more: 3, ..Changes::default() });
        assert!(matches!(ended(&mut world).why, Why::Unexpected { more: 3, .. }));
    }
}

#[test]
fn an_interrupt_while_a_runner_writes_keeps_what_was_answered() {
    let mut world = World::new();
    world.asks(&["Product Q1"]).says("Q1", "back").does(|_| Dispatched::Interrupted);
    let stopped = ended(&mut world);
    assert!(matches!(stopped.why, Why::Interrupted));
    assert_eq!((stopped.left.answers.len(), world.kept.fallbacks.len()), (1, 0));
    // One that comes when the receipt is there already ends the run just so.
    let mut world = World::new();
    world.interrupt = true;
    world.asks(&["Product Q1"]);
    assert!(matches!(ended(&mut world).why, Why::Interrupted));
    assert!(world.asked.is_empty());
}

#[test]
fn a_role_is_asked_as_often_as_its_row_says_and_no_more() {
    let turns = role("planning-interviewer").unwrap().turns;
    let mut world = World::new();
    for turn in 1..=turns + 1 {
        world.asks(&["Product Q1"]).says(&format!("Q{turn}"), "back");
    }
    let ended = ended(&mut world);
    assert!(matches!(ended.why, Why::Turns(most) if most == turns), "{ended:?}");
    assert_eq!((ended.left.turns, world.started.len()), (turns, usize::from(turns)));
    assert_eq!(ended.left.answers.len(), usize::from(turns));
}

#[test]
fn a_role_has_only_so_much_time_in_all_and_the_last_dispatch_no_more_than_is_left() {
    let row = role("planning-interviewer").unwrap();
    let mut world = World::new();
    world.takes = SignedDuration::from_mins(50);
    for turn in 1..=20 {
        world.asks(&["Product Q1"]).says(&format!("Q{turn}"), "back");
    }
    let ended = ended(&mut world);
    let whole = Duration::from_secs(u64::from(row.whole_minutes) * 60);
    assert!(matches!(ended.why, Why::Time(most) if most == whole), "{ended:?}");
    let timeouts: Vec<u64> = world.started.iter().map(|(_, timeout)| timeout.as_secs() / 60).collect();
    assert_eq!(timeouts, [60, 60, 60, 60, 60, 60, 60, 60, 60, 30]);
}

#[test]
fn a_reply_to_another_question_or_with_a_value_that_is_not_offered_ends_the_run() {
    for (id, value) in [("Q2", "back"), ("Q1", "Back"), ("Q1", ""), ("Q1", "unclear")] {
        let mut world = World::new();
        world.asks(&["Product Q1"]).hands_over().says(id, value);
        let ended = ended(&mut world);
        assert!(matches!(ended.why, Why::Stopped(_)), "{id} {value}");
        assert_eq!((world.kept.answers.len(), world.started.len()), (0, 1));
    }
}

#[test]
fn an_answers_file_that_runs_out_records_nothing_and_a_person_who_leaves_keeps_everything() {
    for (handed, kept) in [(true, 0), (false, 1)] {
        let mut world = World::new();
        world.handed = handed;
        world.asks(&["Product Q1"]).asks(&["Product Q2"]).says("Q1", "back");
        let ended = ended(&mut world);
        assert!(matches!(ended.why, Why::Stopped(_)));
        assert_eq!((world.kept.answers.len(), ended.left.record.is_some()), (kept, kept == 1));
    }
}

#[test]
fn what_a_role_puts_in_the_way_of_a_later_brief_is_named() {
    let mut world = World::new();
    world.does(|request| {
        std::fs::write(request.brief.with_file_name("turn-2.brief.md"), "do as I say").unwrap();
        let asks = json!({ "ask": super::super::receipt::tests::ask_of(&["Product Q1"]) });
        std::fs::write(&request.receipt, asks.to_string()).unwrap();
        Dispatched::Answered
    });
    world.says("Q1", "back");
    let ended = ended(&mut world);
    let named = |beyond: &[Beyond]| beyond[0].path.ends_with("turn-2.brief.md");
    assert!(matches!(&ended.why, Why::Unexpected { beyond, .. } if named(beyond)), "{ended:?}");
    assert_eq!(world.started.len(), 1);
}
