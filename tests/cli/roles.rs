//! Roles that a stub plays: what becomes of an interview when the program that writes it is good, slow, silent,
//! flooding, forking, lying, changing what it may not, or out of its account's calls.

mod ends;
mod kept;
mod outlives;
mod real;
mod started;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Call, Ran, Sandbox};

/// The program that plays every role.
const STUB: &str = include_str!("roles/stub.sh");
/// An answer to the one question that it asks.
const ANSWERS: &str =
    r#"{"schema_version": 1, "interview": "planning", "answers": [{"id": "Q1", "value": "back"}]}"#;
/// Routes the role to a program of the person's own.
const COMMAND: &str = "[roles.planning-interviewer]\nrunner = \"command\"\n";

/// A repository with an intent that is to be planned, and the stub in the home.
struct Stage {
    sandbox: Sandbox,
    intent: String,
}

impl Stage {
    /// The stub is the person's `command`, and the answers are in a file.
    fn new() -> Self {
        let stage = Self::of(COMMAND);
        stage.settings(&format!("{COMMAND}{}", stage.command()));
        stage
    }

    /// A stage with these settings.
    fn of(settings: &str) -> Self {
        let sandbox = Sandbox::with_record();
        let made = sandbox.run("intent new 'Charts show the tides' --json").done().document();
        let intent = made["id"].as_str().unwrap().to_owned();
        let stage = Self { sandbox, intent };
        stage.program("stub");
        stage.settings(settings);
        fs::write(stage.home("answers.json"), ANSWERS).unwrap();
        stage
    }

    /// What makes the stub the person's own runner.
    fn command(&self) -> String {
        format!("[runner.command]\nargv = [\"{}\"]\n", self.home("bin/stub").display())
    }

    /// Puts the stub into the home's `bin` under this name.
    fn program(&self, name: &str) -> PathBuf {
        let folder = self.home("bin");
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, PermissionsExt::from_mode(0o755)).unwrap();
        let file = folder.join(name);
        fs::write(&file, STUB).unwrap();
        fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
        file
    }

    fn settings(&self, text: &str) {
        let folder = self.home(".config/abcd");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("config.toml"), text).unwrap();
    }

    fn home(&self, path: &str) -> PathBuf {
        self.sandbox.home.join(path)
    }

    /// What stands in a file of the home; nothing where it is not there.
    fn at_home(&self, path: &str) -> String {
        fs::read_to_string(self.home(path)).unwrap_or_default()
    }

    /// The interview, played like that.
    fn call(&self, plays: &str) -> Call<'_> {
        let line = format!("intent interview {} --answers ../home/answers.json --json", self.intent);
        let path = std::env::var("PATH").unwrap();
        self.sandbox
            .call(&line)
            .env("PLAYS", plays)
            .env("PATH", format!("{}:{path}", self.home("bin").display()))
    }

    fn play(&self, plays: &str) -> Ran {
        self.call(plays).run()
    }

    /// Plays it and says that it must fail for this reason, with words like these.
    #[track_caller]
    fn fails(&self, plays: &str, reason: &str, says: &str) {
        let ran = self.play(plays).refused("interview/no-runner");
        let facts = &ran.document()["facts"];
        assert_eq!(facts["reason"], reason, "{plays}: {ran}");
        let detail = facts["fallbacks"][0]["detail"].as_str().unwrap_or_default();
        assert!(detail.contains(says), "{plays}: {detail}");
    }

    /// The turn folders, oldest first.
    fn turns(&self) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = list(&self.sandbox.repo.join(".abcd/.work.local/interview-turns"));
        all.sort();
        all
    }

    /// Says that the process whose number the stub left behind is gone.
    #[track_caller]
    fn is_gone(&self) {
        let pid = self.at_home("pid").trim().to_owned();
        assert!(!pid.is_empty(), "the stub left no number");
        let stat = PathBuf::from("/proc").join(&pid).join("stat");
        let gone = (0..10_000).any(|_| {
            std::thread::yield_now();
            fs::read_to_string(&stat).map_or(true, |text| text.contains(") Z "))
        });
        assert!(gone, "process {pid} is still there");
    }
}

fn list(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).map_or_else(|_| Vec::new(), |all| all.map(|entry| entry.unwrap().path()).collect())
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}
