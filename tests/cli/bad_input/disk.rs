//! Disks that fill up. What was there stays, and nothing half-written stands beside it.

use std::ffi::OsString;
use std::process::{Command, Stdio};

use crate::support::{Call, Sandbox, Tree, changes};

/// The calls that write to a ledger with the open issue `id`.
fn writes(id: &str) -> Vec<String> {
    vec![
        "capture 'the page stays empty' --remedy 'fill it'".to_owned(),
        format!("capture resolve {id} 'redirects are capped' --impact fix"),
        format!("capture wontfix {id} 'the page goes away'"),
        format!("capture remedy {id} 'cap them at three'"),
        "init".to_owned(),
    ]
}

/// Runs a call of which no file may grow, as on a full disk.
fn without_room(sandbox: &Sandbox, line: &str) -> crate::support::Ran {
    let plain = sandbox.call(line).command();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"]).arg(plain.get_program());
    command.args(plain.get_args()).current_dir(plain.get_current_dir().unwrap()).env_clear();
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Call::end(command, &[OsString::from(line)])
}

#[test]
fn a_file_that_cannot_grow_is_a_fault_and_leaves_nothing() {
    let sandbox = Sandbox::with_record();
    let id = sandbox.capture("login loops for ever");
    for line in writes(&id).iter().filter(|line| *line != "init") {
        let before = sandbox.tree();
        let ran = without_room(&sandbox, line);
        assert_eq!((ran.exit, ran.stdout.as_str()), (1, ""), "{line}: {ran}");
        assert!(ran.stderr.starts_with("abcd: ") && ran.stderr.lines().count() == 1, "{ran}");
        assert!(!ran.stderr.contains(sandbox.root.to_str().unwrap()), "{ran}");
        assert_eq!(changes(&before, &sandbox.tree()), Vec::<String>::new(), "{line}");
    }
    let empty = Sandbox::new();
    assert_eq!(without_room(&empty, "init").exit, 1);
    assert!(!empty.has(".abcd"), "half a record: {:?}", empty.tree().keys());
    drop(empty.run("init").done());
}

#[test]
fn a_full_file_system_is_a_fault_and_leaves_nothing() {
    let sandbox = Sandbox::new();
    let small = sandbox.root.join("small");
    std::fs::create_dir(&small).unwrap();
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=256k", "none"]).arg(&small).output();
    if !mount.is_ok_and(|mount| mount.status.success()) {
        println!("not tried here: a small file system can be mounted by root alone");
        return;
    }
    let _mounted = Mounted(&small);
    sandbox.git_in(&small, "init --quiet --template= --initial-branch=main");
    let call = |line: &str| sandbox.call(line).from(&small).run();
    drop(call("init").done());
    let ran = call("capture 'login loops for ever' --remedy 'cap the redirects' --json").done();
    let id = ran.document()["id"].as_str().unwrap().to_owned();
    let room = vec![b'x'; 1024 * 1024];
    assert!(std::fs::write(small.join("filling"), room).is_err(), "the disk is full now");
    let tree = || crate::support::tree(&small);
    for line in writes(&id).iter().filter(|line| *line != "init") {
        let before: Tree = tree();
        let ran = call(line);
        assert_eq!((ran.exit, ran.code()), (1, None), "{line}: {ran}");
        assert_eq!(changes(&before, &tree()), Vec::<String>::new(), "{line}");
    }
    std::fs::remove_file(small.join("filling")).unwrap();
    drop(call(&writes(&id)[1]).done());
    drop(call("record check").done());
}

/// Unmounts a folder when the test is over, however it ends.
struct Mounted<'a>(&'a std::path::Path);

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        drop(Command::new("umount").arg(self.0).status());
    }
}
