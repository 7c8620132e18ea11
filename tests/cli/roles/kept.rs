//! What a runner printed is kept in the home, for its owner alone and without secrets.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::{Stage, list};

#[test]
fn a_transcript_stands_under_the_first_commit_and_holds_no_secret() {
    let stage = Stage::new();
    drop(stage.call("telling").env("MY_API_KEY", "correct horse battery").run().done());
    let root = stage.sandbox.git("rev-list --max-parents=0 HEAD");
    let folder = stage.home(".abcd/transcripts").join(root.trim());
    let mut files = list(&folder);
    files.sort();
    assert_eq!(files.len(), 2, "one a turn: {files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("\"session_id\":\"s-1\"") && text.contains("[redacted]"), "{text}");
        assert!(!text.contains("hunter2") && !text.contains("battery"), "{text}");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn where_it_cannot_be_kept_the_runner_is_not_started() {
    for spoil in ["link", "shared", "file"] {
        let stage = Stage::new();
        let place = stage.home(".abcd/transcripts");
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        match spoil {
            "link" => symlink(stage.home("bin"), &place).unwrap(),
            "shared" => {
                fs::create_dir(&place).unwrap();
                fs::set_permissions(&place, PermissionsExt::from_mode(0o777)).unwrap();
            }
            _ => fs::write(&place, "").unwrap(),
        }
        stage.fails("good", "failed", "its transcript could not be kept");
        assert_eq!(stage.at_home("turns"), "", "{spoil}");
    }
}
