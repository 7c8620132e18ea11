//! Whatever a repository says of itself, the prompt reads whole and says none of it that is not plain.

use abcd::routine::render::{Known, KnownLog, plain};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

use crate::matrix::slip;
use crate::support::{every_edition, flow, gate, render_as, warning};

/// One rule of the plain grammar.
type Rule = fn(&str) -> bool;

/// A text that somebody may have put into a name: any at all, or one made to break out.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-z/.-]{1,12}",
        "[a-z]{1,8}[\n`{}%$;\u{202e}\u{200b}]{1,3}[a-z]{4,8}",
        "[a-z]{1,4}\n## [A-Z]{3,6}\n\n\n",
        "\\{\\{ [a-z]{3} \\}\\}",
    ]
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 48, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_facts_give_a_whole_prompt(
        branch in text(), slug in text(), remote in text(), command in text(), dir in text(),
        log in text(), value in text(), path in text(), file in any::<bool>(), tracked in any::<bool>(),
        merge in select(vec!["none", "additive", "all"]), released in any::<bool>(), ledger in any::<bool>(),
    ) {
        let known = Known {
            default_branch: Some(branch.clone()),
            hosting: Some("github".into()),
            slug: Some(slug.clone()),
            remote: Some(remote.clone()),
            gates: vec![
                gate(&command, &dir, tracked),
                gate("make check", ".", file),
            ],
            log: Some(KnownLog { path: log.clone(), tracked, file }),
            tracked_tiers: if ledger { vec![".abcd/work".into()] } else { vec![] },
            caveats: vec![warning("it needs {value}", &[&value])],
            unread: vec![path.clone()],
            release: released.then(flow),
        };
        for edition in every_edition() {
        let answers: &[(&str, &str)] = if edition.version == 1 {
            &[]
        } else {
            &[("merge", merge), ("release_on_completion", if released { "on" } else { "off" })]
        };
        let out = render_as(edition, &known, answers);
        prop_assert_eq!(slip(&out.prompt), None);
        let fits: [(&str, Rule); 7] = [
            (&branch, plain::branch), (&slug, plain::slug), (&remote, plain::branch),
            (&command, plain::command), (&log, plain::path), (&value, plain::value), (&path, plain::path),
        ];
        for (text, fits) in fits {
            let long = text.chars().count() >= 6;
            prop_assert!(fits(text) || !long || !out.prompt.contains(text), "{text:?}");
        }
        }
    }
}
