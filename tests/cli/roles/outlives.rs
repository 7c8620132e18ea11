//! What a role starts does not outlive it, however it ends.

use super::Stage;

/// How long a dispatch may take in these tests, in milliseconds.
const SHORT: &str = "1500";

#[test]
fn a_slow_role_is_ended_with_its_group_even_where_it_does_not_listen() {
    for plays in ["slow", "slow-away"] {
        let stage = Stage::new();
        let ran = stage.call(plays).env("ABCD_DISPATCH_WAIT_MS", SHORT).run().refused("interview/no-runner");
        let facts = &ran.document()["facts"];
        assert_eq!(facts["reason"], "failed", "{ran}");
        assert!(facts["fallbacks"][0]["detail"].as_str().unwrap().contains("took longer"), "{ran}");
        stage.is_gone();
    }
}

#[test]
fn what_stays_in_the_group_goes_with_the_role_and_is_no_fault() {
    let stage = Stage::new();
    drop(stage.play("forking").done());
    stage.is_gone();
}

#[test]
fn what_left_the_group_is_found_said_and_ended() {
    for (plays, says) in [("holding", "held its output open"), ("leaving", "left its group")] {
        let stage = Stage::new();
        stage.fails(plays, "failed", says);
        stage.is_gone();
    }
}

#[test]
fn what_left_the_group_and_ends_soon_is_waited_for() {
    let stage = Stage::new();
    let ran = stage.play("late").done();
    let folder = stage.home(".abcd/transcripts");
    let kept: String = super::list(&super::list(&folder)[0])
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    assert!(kept.contains("late"), "{kept}\n{ran}");
}

#[test]
fn an_interrupt_ends_the_role_and_all_that_it_started() {
    for plays in ["interrupting", "interrupting-twice", "hanging-up"] {
        let stage = Stage::new();
        let ran = stage.play(plays);
        assert_eq!((ran.exit, ran.code().as_deref()), (130, Some("interview/interrupted")), "{plays}: {ran}");
        stage.is_gone();
    }
}
