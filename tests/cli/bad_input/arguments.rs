//! Arguments that hide, break or overflow something.

use abcd::registry::commands::COMMANDS;

use crate::calls::complete;
use crate::support::{Sandbox, changes, words};

/// Texts that act on a terminal or hide in a text.
const HIDING: [&str; 11] = [
    "plain \u{1b}[31mred\u{1b}[0m",
    "title \u{1b}]0;owned\u{7}",
    "back\u{8}\u{8}space here",
    "carriage\rreturn here",
    "c1 \u{9b}31m here",
    "bidi \u{202e}txt.exe here",
    "isolate \u{2066}here\u{2069}",
    "zero\u{200b}width here",
    "marked \u{feff}here",
    "soft\u{ad}hyphen here",
    "tagged \u{e0041}\u{e0042} here",
];

#[test]
fn what_hides_in_an_argument_is_never_printed_or_stored() {
    let sandbox = Sandbox::with_record();
    let id = sandbox.capture("login loops for ever");
    let before = sandbox.tree();
    for text in HIDING {
        for call in [
            vec!["capture", text, "--remedy", "mend it"],
            vec!["capture", "login loops for ever", "--remedy", text],
            vec!["capture", "login loops for ever", "--remedy", "mend it", "--found-during", text],
            vec!["capture", "login loops for ever", "--remedy", "mend it", "--found-at", text],
            vec!["capture", "login loops for ever", "--remedy", "mend it", "--slug", text],
            vec!["capture", "resolve", &id, text, "--impact", "fix"],
            vec!["capture", "wontfix", &id, text],
            vec!["capture", "remedy", &id, text],
            vec!["capture", "show", text],
            vec!["capture", text],
            vec!["explain", text],
            vec!["man", text],
            vec!["record", "show", text],
            vec![text],
            vec!["explain", "--repo", text],
            vec!["--repo", text, "status"],
        ] {
            for json in [false, true] {
                let call: Vec<&str> =
                    json.then_some("--json").into_iter().chain(call.iter().copied()).collect();
                let ran = sandbox.call_of(&call).run();
                assert!(ran.exit == 2 || call.contains(&"explain"), "{ran}");
                assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new(), "{}", ran.call);
            }
        }
    }
}

#[test]
fn a_text_with_line_breaks_is_filed_with_them() {
    let sandbox = Sandbox::with_record();
    let id = sandbox.capture("login loops for ever\n\n- first step\n\tthen another");
    let shown = sandbox.run(&format!("capture show {id}")).done().stdout;
    assert!(shown.contains("- first step\n") && shown.contains("then another"), "{shown}");
    drop(sandbox.run("record check").done());
}

#[test]
fn letters_of_every_script_are_filed_as_they_are() {
    let sandbox = Sandbox::with_record();
    for text in [
        "Anmelden läuft im Kreis",
        "ログインが 終わらない",
        "вход в систему повторяется",
        "تسجيل الدخول لا ينتهي",
    ] {
        let id = sandbox.capture(text);
        assert!(sandbox.run(&format!("capture show {id}")).done().stdout.contains(text));
    }
    // A joiner is part of some words: it is stored, and shown as what it is.
    let id = sandbox.capture("किताब\u{200d}ें do not open");
    let shown = sandbox.run(&format!("capture show {id}")).done().stdout;
    assert!(shown.contains("\\u{200d}"), "{shown}");
    drop(sandbox.run("record check").done());
}

#[test]
fn a_mebibyte_of_text_is_refused_and_not_cut() {
    let sandbox = Sandbox::with_record();
    let id = sandbox.capture("login loops for ever");
    let before = sandbox.tree();
    // One argument of a call holds at most 128 KiB on Linux, so a mebibyte comes in no other way than by many
    // words; each is tried at the largest size that the system passes on.
    let large = format!("a {}", "x".repeat(127 * 1024));
    for call in [
        vec!["capture", &large, "--remedy", "mend it"],
        vec!["capture", "login loops for ever", "--remedy", &large],
        vec!["capture", "resolve", &id, &large, "--impact", "fix"],
        vec!["capture", "wontfix", &id, &large],
        vec!["capture", "remedy", &id, &large],
        vec!["capture", "show", &large],
        vec!["explain", &large],
        vec!["man", &large],
    ] {
        let ran = sandbox.call_of(&call).run();
        assert_eq!(ran.exit, 2, "{ran}");
        assert!(ran.stderr.len() < 1000, "it is repeated");
    }
    let many: Vec<String> = std::iter::repeat_n("x".repeat(100 * 1024), 10).collect();
    for path in ["explain", "man", "capture", "capture show"] {
        let ran = sandbox.call_of(path.split(' ').chain(many.iter().map(String::as_str))).run();
        assert_eq!(ran.exit, 2, "{ran}");
        assert!(ran.stderr.len() < 1000, "it is repeated");
    }
    assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
}

#[test]
fn a_text_at_its_limit_is_filed_and_one_byte_more_is_not() {
    let sandbox = Sandbox::with_record();
    let text = |bytes: usize| format!("login {}", "x".repeat(bytes - 6));
    drop(sandbox.call_of(["capture", &text(65_536), "--remedy", "mend it"]).run().done());
    drop(
        sandbox
            .call_of(["capture", &text(65_537), "--remedy", "mend it"])
            .run()
            .refused("capture/text-unfit"),
    );
    let remedy = |letters: usize| "é".repeat(letters);
    drop(sandbox.call_of(["capture", "login loops", "--remedy", &remedy(1000)]).run().done());
    let over = sandbox.call_of(["capture", "login loops", "--remedy", &remedy(1001)]).run();
    drop(over.refused("capture/text-unfit"));
    assert_eq!(sandbox.ledger().len(), 2);
    drop(sandbox.run("record check").done());
}

#[test]
fn bytes_that_are_not_utf8_are_refused_everywhere() {
    let sandbox = Sandbox::with_record();
    let before = sandbox.tree();
    let odd = words("a\\xffb").remove(0);
    for row in COMMANDS.iter().filter(|row| !row.group) {
        for (number, word) in complete(row).iter().enumerate().skip(row.path.split(' ').count()) {
            if word.starts_with("--") {
                continue;
            }
            let mut call: Vec<std::ffi::OsString> = complete(row).into_iter().map(Into::into).collect();
            call[number] = odd.clone();
            let ran = sandbox.call_of(&call).run();
            assert!(ran.exit == 2 || ran.exit == 1 && row.hidden(), "{ran}");
        }
        let ran = sandbox.call(&row.path).arg(odd.clone()).run();
        assert_ne!(ran.exit, 0, "{ran}");
    }
    assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
}

#[test]
fn a_nul_cannot_be_passed_by_a_system_call() {
    // The system ends an argument at its first NUL, so no caller can pass one; Rust refuses to try.
    let sandbox = Sandbox::new();
    let error = sandbox.call("explain").arg("a\0b").command().spawn().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}

#[test]
fn ids_that_are_paths_or_numbers_beyond_all_bounds_reach_no_file() {
    let sandbox = Sandbox::with_record();
    sandbox.write("secret.md", "secret");
    let before = sandbox.tree();
    for id in [
        "../../../../secret",
        "iss-1/../../x",
        "/etc/passwd",
        "iss-99999999999999999999999",
        "iss-",
        "iss--1",
        ".",
        "",
    ] {
        for call in [
            vec!["capture", "show", id],
            vec!["capture", "resolve", id, "redirects are capped", "--impact", "fix"],
            vec!["capture", "wontfix", id, "the page goes away"],
            vec!["capture", "remedy", id, "cap them"],
            vec!["record", "show", id],
        ] {
            let ran = sandbox.call_of(&call).run();
            assert_eq!(ran.exit, 2, "{ran}");
            assert!(!ran.to_string().contains("secret"), "{ran}");
        }
    }
    assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
}
