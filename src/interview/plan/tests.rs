//! Every fixed interview as it stands in its table.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::fixed::{Known, facts, plan};
use crate::interview::answers::Entry;
use crate::interview::answers::door::FileDoor;
use crate::interview::asking::ask;
use crate::interview::check::{Addressee, Asking, verbs};
use crate::interview::door::AnsweredIn;
use crate::interview::plan::{Plan, Takes};
use crate::interview::question::Ask;
use crate::person::Ceiling;
use crate::registry::interviews::{INTERVIEWS, interview};
use crate::registry::values::InterviewFact;
use crate::routine::render::Editions;
use crate::tables::model::interviews::{Interview, Target};

/// The plan of a row where everything is known, with each archetype that there is.
fn plans(row: &Interview, ceiling: Ceiling) -> Vec<Plan> {
    let editions = Editions::built_in();
    let known = facts(|fact| {
        Some(match fact {
            InterviewFact::Ceiling => ceiling.word().to_owned(),
            InterviewFact::CeilingKey => "merge.repository with match = \"github.com/ada/tide\"".to_owned(),
            InterviewFact::ReleaseFlow => "conventional-changelog".to_owned(),
            InterviewFact::DecisionLog => "docs/decisions".to_owned(),
            InterviewFact::Project => "tide".to_owned(),
        })
    });
    let of = |archetype: &str| {
        let edition = editions.latest(archetype);
        plan(row, &Known { facts: &known, edition, editions: &editions, ceiling, now: &BTreeMap::new() })
    };
    editions.archetypes().iter().map(|row| of(&row.id)).collect()
}

#[test]
fn every_question_of_a_fixed_interview_holds_the_rules_of_asking() {
    let verbs = verbs();
    let asking = Asking::of(Addressee::Unnamed, &verbs);
    let mut count = 0;
    for row in &INTERVIEWS {
        for ceiling in [Ceiling::None, Ceiling::Additive, Ceiling::All] {
            for planned in plans(row, ceiling).into_iter().flat_map(|plan| plan.questions) {
                let found = asking.check(&Ask { questions: vec![planned.question.clone()] });
                assert!(found.is_empty(), "{} {}: {found:#?}", row.id, planned.question.id);
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}

#[test]
fn every_answer_that_a_row_offers_is_taken_by_what_it_sets() {
    for row in &INTERVIEWS {
        for planned in plans(row, Ceiling::All).into_iter().flat_map(|plan| plan.questions) {
            let own = row.question.iter().find(|question| question.id == planned.question.id).unwrap();
            let offered: Vec<&str> = planned.question.values().collect();
            for option in own.option.iter().filter(|option| !option.value.contains('{')) {
                assert!(offered.contains(&option.value.as_ref()), "{}: {}", own.id, option.value);
            }
            assert_eq!(planned.takes.is_some(), own.typed.is_some(), "{}", own.id);
        }
    }
}

#[test]
fn a_question_is_added_by_a_row_alone() {
    let mut row = interview("routine").unwrap().clone();
    let mut added = row.question.iter().find(|question| question.id == "rounds").unwrap().clone();
    (added.id, added.sets, added.ask) =
        ("fixes".into(), "fixes".into(), "How many items does one round mend?".into());
    row.question = Cow::Owned([&row.question[..], &[added]].concat());
    let plan = plans(&row, Ceiling::None).remove(0);
    let question = plan.question("fixes").unwrap();
    assert_eq!(question.takes, Some(Takes::Number(1, 10)));
    let answer = |planned: &super::Planned| {
        let first = planned.question.values().next().unwrap().to_owned();
        let value = if planned.question.id == "fixes" { "9".to_owned() } else { first };
        Entry::of_flag("--set", &planned.question.id, &value)
    };
    let mut door = FileDoor::new(plan.questions.iter().map(answer).collect(), AnsweredIn::Terminal);
    let given = ask(&plan, &mut door, &mut |_, _| Ok(())).unwrap();
    assert!(plan.decided(&given, Target::Routine).any(|decided| decided == ("fixes", "9")));
}
