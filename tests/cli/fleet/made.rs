//! A made fleet: repositories below one folder, and what is done in each.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use crate::routine::editions;
use crate::support::{Call, Sandbox, Tree, tree};

/// A text of the prompt that nothing but its own line depends on.
pub(super) const LINE: &str = "You keep this repository sound.";
/// Where the prompt stands.
pub(super) const PROMPT: &str = ".abcd/routines/bug-hunt/prompt.md";
/// Where the prompt of a sweep stands.
pub(super) const SWEEP: &str = ".abcd/routines/sweep/prompt.md";
/// The gates of a made repository.
const MAKEFILE: &str = "check:\n\ttrue lint\n\tcargo test\n";

/// A sandbox with a folder `fleet` below the folder of calls.
pub(super) struct Fleet {
    pub(super) sandbox: Sandbox,
}

impl Fleet {
    /// A fleet of repositories that have a gate and no routine.
    pub(super) fn bare(names: &[&str]) -> Self {
        let fleet = Self { sandbox: Sandbox::new() };
        fs::create_dir(fleet.folder()).unwrap();
        for name in names {
            fleet.repository(name);
        }
        fleet
    }

    /// A fleet of repositories with a routine each, committed.
    pub(super) fn of(names: &[&str]) -> Self {
        let fleet = Self::bare(names);
        for name in names {
            drop(fleet.run_in(name, "init").run().done());
            // What git tracks of the record is a fact that a prompt is made from.
            fleet.commit(name);
            drop(fleet.run_in(name, "routine render --write").run().done());
            fleet.commit(name);
        }
        fleet
    }

    /// A fleet of repositories with a sweep of this made-up template version each, committed.
    pub(super) fn swept(names: &[&str], version: u32) -> Self {
        let fleet = Self::bare(names);
        for name in names {
            drop(fleet.run_in(name, "init").run().done());
            fleet.commit(name);
            fleet.sweep(name, version, "");
        }
        fleet
    }

    /// Lays a sweep into a repository, and commits it.
    pub(super) fn sweep(&self, name: &str, version: u32, more: &str) {
        let line = format!("routine render sweep --write --template-version {version} {more}");
        drop(self.run_in(name, &line).env("ABCD_EDITIONS", editions()).run().done());
        self.commit(name);
    }

    /// A call from beside the fleet that knows the made-up template versions.
    pub(super) fn known(&self, line: &str) -> Call<'_> {
        self.call(line).env("ABCD_EDITIONS", editions())
    }

    /// The files of a repository's sweep.
    pub(super) fn files(&self, name: &str) -> [String; 3] {
        ["prompt.md", "schedule.json", "answers.json"]
            .map(|file| self.read(name, &format!(".abcd/routines/sweep/{file}")))
    }

    /// The folder that holds the repositories.
    pub(super) fn folder(&self) -> PathBuf {
        self.sandbox.root.join("fleet")
    }

    /// Everything below the folder but git's own folders.
    pub(super) fn tree(&self) -> Tree {
        tree(&self.folder()).into_iter().filter(|(path, _)| !path.contains("/.git/")).collect()
    }

    /// A path below a repository.
    pub(super) fn at(&self, name: &str, path: &str) -> PathBuf {
        self.folder().join(name).join(path)
    }

    /// Makes a repository with one gate.
    pub(super) fn repository(&self, name: &str) {
        copy(&self.sandbox.repo.join(".git"), &self.at(name, ".git"));
        self.write(name, "Makefile", MAKEFILE);
    }

    pub(super) fn write(&self, name: &str, path: &str, text: &str) {
        let path = self.at(name, path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(super) fn read(&self, name: &str, path: &str) -> String {
        fs::read_to_string(self.at(name, path)).unwrap()
    }

    /// Replaces a text that must be there.
    pub(super) fn edit(&self, name: &str, path: &str, from: &str, to: &str) {
        let text = self.read(name, path);
        assert!(text.contains(from), "{name}/{path} does not hold `{from}`");
        self.write(name, path, &text.replace(from, to));
    }

    pub(super) fn git(&self, name: &str, line: &str) -> String {
        self.sandbox.git_in(&self.folder().join(name), line)
    }

    /// Commits everything.
    pub(super) fn commit(&self, name: &str) {
        self.git(name, "add --all");
        self.git(name, "commit --quiet --allow-empty --message more");
    }

    /// A call in a repository of the fleet.
    pub(super) fn run_in(&self, name: &str, line: &str) -> Call<'_> {
        self.sandbox.call(line).from(self.folder().join(name))
    }

    /// A call from beside the fleet, whose folder is `fleet` there.
    pub(super) fn call(&self, line: &str) -> Call<'_> {
        self.sandbox.call(line).from("..")
    }
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    if from.is_symlink() {
        symlink(fs::read_link(from).unwrap(), to).unwrap();
    } else if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}
