//! Killed or failed at each file-system call of every writing verb, a store holds the state before or the
//! state after, never one between; `abcd capture repair` clears what was left lying.
//!
//! The points stand in `src/host/crash.rs` and exist in debug builds only.

mod lasting;

use std::fs;

use crate::support::{Ran, Sandbox, Thing, Tree, changes};

/// The status of a process that aborted: 128 and SIGABRT.
const ABORTED: i32 = 134;
/// More points than any verb passes.
const MANY: u32 = 400;

/// The state that a verb starts from, and its call.
struct Verb {
    start: Sandbox,
    line: String,
}

/// What a reader is told of a record: the board, the list, and every field of every issue.
fn view(sandbox: &Sandbox) -> String {
    let board = sandbox.run("status --json").stdout;
    let mut view = board + &sandbox.run("capture list --all --json").stdout;
    let ids: Vec<String> = view
        .lines()
        .filter_map(|line| Some(line.split("\"id\":\"").nth(1)?.split('"').next()?.to_owned()))
        .collect();
    for id in ids {
        view += &sandbox.run(&format!("capture show {id} --json")).stdout;
    }
    view
}

/// Makes the call so that it does the same each time, but for what `point` does to it.
fn call(sandbox: &Sandbox, line: &str, point: Option<(&'static str, u32)>) -> Ran {
    let call = sandbox.call(line).env("ABCD_NOW", "2031-02-03T05:00:00Z").env("ABCD_ENTROPY", "77");
    match point {
        Some((how, number)) => call.env(how, number.to_string()).run_lawless(),
        None => call.run(),
    }
}

/// The files of a sandbox; git keeps no empty folder, and neither does a state.
fn files(sandbox: &Sandbox) -> Tree {
    sandbox.tree().into_iter().filter(|(_, thing)| *thing != Thing::Folder).collect()
}

/// Tries every point of the verb in each way; `judge` gets each sandbox in which something happened, and
/// whether the call said that it succeeded.
fn at_every_point(verb: &Verb, judge: impl Fn(&Sandbox, &str, bool)) {
    let points = points(verb);
    for how in ["ABCD_CRASH_AT", "ABCD_FAIL_AT", "ABCD_PANIC_AT"] {
        for number in 1..=points {
            let sandbox = verb.start.twin();
            let ran = call(&sandbox, &verb.line, Some((how, number)));
            let what = format!("{how}={number} {}\n{ran}", verb.line);
            // A call whose write failed may do without it and succeed.
            let ends = match how {
                "ABCD_CRASH_AT" => [ABORTED, ABORTED],
                "ABCD_FAIL_AT" => [0, 1],
                _ => [1, 1],
            };
            assert!(ends.contains(&ran.exit), "{what}");
            judge(&sandbox, &what, ran.exit == 0);
        }
    }
}

/// How many points the verb passes when nothing happens.
fn points(verb: &Verb) -> u32 {
    let crashes =
        |number: &u32| call(&verb.start.twin(), &verb.line, Some(("ABCD_CRASH_AT", *number))).exit == ABORTED;
    let points = (1..MANY).take_while(crashes).count();
    assert!(points > 2, "`{}` passes no point", verb.line);
    u32::try_from(points).unwrap()
}

/// The ledger is as it was or as it is to be, for readers at once and to the byte after a repair.
fn before_or_after(verb: &Verb) {
    let before = (view(&verb.start), files(&verb.start));
    let done = verb.start.twin();
    drop(call(&done, &verb.line, None).done());
    let after = (view(&done), files(&done));
    assert_ne!(before.1, after.1, "`{}` changes nothing", verb.line);
    at_every_point(verb, |sandbox, what, succeeded| {
        let seen = view(sandbox);
        assert!(seen == before.0 || seen == after.0, "{what}\na reader sees:\n{seen}");
        assert!(!succeeded || seen == after.0, "{what}\nit said that it was done:\n{seen}");
        drop(sandbox.run("capture repair").done());
        let expected = if seen == before.0 { &before.1 } else { &after.1 };
        assert_eq!(changes(expected, &files(sandbox)), Vec::<String>::new(), "{what}\nafter a repair");
        drop(sandbox.run("record check").done());
    });
}

/// A ledger with two open issues, and their ids.
fn ledger() -> (Sandbox, String, String) {
    let sandbox = Sandbox::with_record();
    let first = sandbox.capture("login loops for ever");
    let second = sandbox.capture("the page stays empty");
    (sandbox, first, second)
}

#[test]
fn a_capture() {
    let (start, ..) = ledger();
    before_or_after(&Verb { start, line: "capture 'a third thing' --remedy 'mend it'".to_owned() });
}

#[test]
fn the_first_capture() {
    let start = Sandbox::with_record();
    before_or_after(&Verb { start, line: "capture 'a first thing' --remedy 'mend it'".to_owned() });
}

#[test]
fn a_resolve() {
    let (start, id, _) = ledger();
    before_or_after(&Verb {
        start,
        line: format!("capture resolve {id} 'redirects are capped' --impact fix"),
    });
}

#[test]
fn a_wontfix() {
    let (start, id, other) = ledger();
    drop(start.run(&format!("capture wontfix {other} 'it goes away too'")).done());
    before_or_after(&Verb { start, line: format!("capture wontfix {id} 'the page goes away'") });
}

#[test]
fn a_link() {
    let (start, id, other) = ledger();
    before_or_after(&Verb { start, line: format!("capture link {id} --blocked-by {other}") });
}

#[test]
fn a_new_remedy() {
    let (start, id, _) = ledger();
    before_or_after(&Verb { start, line: format!("capture remedy {id} 'cap them at three'") });
}

#[test]
fn a_repair_loses_no_record_and_no_file() {
    let (start, id, other) = ledger();
    let open = start.repo.join(".abcd/work/issues/open");
    let name = |id: &str, slug: &str| open.join(format!("{id}-{slug}.md"));
    fs::rename(name(&id, "login-loops-for-ever"), name(&id, "another-name")).unwrap();
    fs::copy(name(&other, "the-page-stays-empty"), name(&other, "a-copy")).unwrap();
    fs::write(name("iss-5", "empty"), "").unwrap();
    let verb = Verb { start, line: "capture repair".to_owned() };
    let done = verb.start.twin();
    drop(call(&done, &verb.line, None).done());
    let (after, seen) = (done.tree(), view(&done));
    at_every_point(&verb, |sandbox, what, _| {
        let kept = files(sandbox);
        assert!(kept.len() >= 5, "{what}: a file is gone: {:?}", kept.keys());
        drop(sandbox.run("capture repair").done());
        assert_eq!(view(sandbox), seen, "{what}");
        assert_eq!(changes(&after, &sandbox.tree()), Vec::<String>::new(), "{what}");
    });
}

#[test]
fn an_init_makes_the_whole_record_or_none() {
    let verb = Verb { start: Sandbox::new(), line: "init".to_owned() };
    let whole = Sandbox::with_record().tree();
    at_every_point(&verb, |sandbox, what, succeeded| {
        let here: Tree = sandbox
            .tree()
            .into_iter()
            .filter(|(path, _)| path == ".abcd" || path.starts_with(".abcd/"))
            .collect();
        assert!(here == whole || here.is_empty() && !succeeded, "{what}: {:?}", here.keys());
        drop(sandbox.run("init").done());
        assert_eq!(changes(&whole, &sandbox.tree()), Vec::<String>::new(), "{what}");
    });
}

#[test]
fn an_init_completes_what_is_there_without_touching_it() {
    let start = Sandbox::new();
    start.write(".abcd/work/issues/open/iss-1-odd.md", "mine");
    start.write(".abcd/.gitignore", "*.bak");
    let verb = Verb { start, line: "init".to_owned() };
    let done = verb.start.twin();
    drop(call(&done, &verb.line, None).done());
    assert_eq!(done.read(".abcd/.gitignore"), "*.bak\n/.work.local/\n");
    let whole = done.tree();
    at_every_point(&verb, |sandbox, what, _| {
        assert_eq!(sandbox.read(".abcd/work/issues/open/iss-1-odd.md"), "mine", "{what}");
        assert!(sandbox.read(".abcd/.gitignore").starts_with("*.bak"), "{what}");
        drop(sandbox.run("init").done());
        assert_eq!(changes(&whole, &sandbox.tree()), Vec::<String>::new(), "{what}");
    });
}

#[test]
fn what_is_written_from_the_tables_is_each_file_whole() {
    // `tables schema` and `tables reference` write many files through the same function.
    let line = "tables ledger --write";
    let verb = Verb { start: Sandbox::with_record(), line: line.to_owned() };
    let before = verb.start.tree();
    let done = verb.start.twin();
    drop(call(&done, line, None).done());
    let after = done.tree();
    at_every_point(&verb, |sandbox, what, succeeded| {
        for (path, thing) in sandbox.tree() {
            let temporary = path.contains("/.tmp-");
            let known = before.get(&path) == Some(&thing) || after.get(&path) == Some(&thing);
            assert!(known || temporary && !succeeded, "{what}: {path}");
        }
        drop(call(sandbox, line, None).done());
        // A temporary of a killed call lies where it was: this folder has no lock to sweep under.
        let here = sandbox.tree().into_iter().filter(|(path, _)| !path.contains("/.tmp-")).collect();
        assert_eq!(changes(&after, &here), Vec::<String>::new(), "{what}: after another call");
    });
}

#[test]
fn a_fault_of_its_own_is_one_line_and_lets_the_lock_go() {
    let (sandbox, ..) = ledger();
    let before = sandbox.tree();
    for (flag, says) in [
        ("", "abcd: abcd itself broke off; please report the call that did it\n"),
        (
            " --json",
            "{\"abcd\":\"error\",\"error\":\"abcd itself broke off; please report the call that did it\",\"exit_code\":1}\n",
        ),
    ] {
        let line = format!("capture 'a third thing' --remedy 'mend it'{flag}");
        let ran = sandbox.call(&line).env("ABCD_PANIC_AT", "1").env("RUST_BACKTRACE", "1").run();
        assert_eq!((ran.exit, format!("{}{}", ran.stdout, ran.stderr)), (1, says.to_owned()));
        assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new());
    }
    drop(
        sandbox.call("capture 'a third thing' --remedy 'mend it'").env("ABCD_LOCK_WAIT_MS", "1").run().done(),
    );
}
