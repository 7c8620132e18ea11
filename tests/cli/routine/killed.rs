//! Killed or failed at each file-system call, a routine is the old one or the new one.

use super::{editions, file, swept};
use crate::support::Sandbox;

const FILES: [&str; 3] = ["prompt.md", "schedule.json", "answers.json"];
/// More points than an update passes.
const MANY: u32 = 200;

fn state(sandbox: &Sandbox) -> [String; 3] {
    FILES.map(|name| file(sandbox, name))
}

#[test]
fn an_update_that_dies_anywhere_leaves_the_old_routine_or_the_new_one() {
    let start = swept(1);
    start.write(".abcd/routines/sweep/notes.md", "mine\n");
    let (old, new) = (state(&start), state(&swept(4)));
    for how in ["ABCD_CRASH_AT", "ABCD_FAIL_AT"] {
        let mut tried = 0;
        for point in 1..MANY {
            let sandbox = start.twin();
            sandbox.git("remote add origin https://github.com/ada/tide.git");
            let call = sandbox.call("routine update").env("ABCD_EDITIONS", editions());
            let ran = call.env(how, point.to_string()).run_lawless();
            assert!([old.clone(), new.clone()].contains(&state(&sandbox)), "{how}={point}: {ran}");
            let done = sandbox.call("routine update").env("ABCD_EDITIONS", editions()).run().done();
            assert_eq!(state(&sandbox), new, "{how}={point}: {done}");
            assert_eq!(file(&sandbox, "notes.md"), "mine\n", "{how}={point}");
            let left = std::fs::read_dir(sandbox.repo.join(".abcd/routines")).unwrap().count();
            if ran.exit == 0 && how == "ABCD_CRASH_AT" {
                break;
            }
            assert_eq!(left, 1, "{how}={point}: something was left lying");
            tried += 1;
            if how == "ABCD_FAIL_AT" && ran.exit == 0 && point > 40 {
                break;
            }
        }
        assert!(tried > 10, "{how}: {tried} points");
    }
}
