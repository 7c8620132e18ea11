//! Copier, in a virtual environment of its own, with a template of the bug hunt's size and its answers.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::stock::{Stock, copy, succeeds};

/// By which the installer says that it could not.
const SKIPPED: i32 = 77;
/// The two versions of the template, by the tags that they have.
pub const VERSIONS: [&str; 2] = ["v1", "v2"];

/// Copier and what it renders.
pub struct Copier {
    program: PathBuf,
    template: String,
    answers: String,
}

/// The answers that both sides get, as abcd takes them.
pub fn answers() -> PathBuf {
    here().join("answers.json")
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("copier")
}

impl Copier {
    /// Installs it and makes the template's repository; none where it cannot be had, which is said.
    pub fn installed(folder: &Path, stock: &Stock) -> Result<Option<Self>, Box<dyn Error>> {
        eprintln!("installing Copier in a virtual environment of its own");
        let mut install = Command::new(here().join("install"));
        let output = install.arg(folder.join("venv")).stderr(Stdio::inherit()).output()?;
        match output.status.code() {
            Some(0) => {}
            Some(SKIPPED) => {
                println!("SKIPPED: nothing was compared with Copier, which could not be installed here");
                return Ok(None);
            }
            _ => return Err("the installer of Copier failed".into()),
        }
        let program = PathBuf::from(String::from_utf8(output.stdout)?.trim());
        let template = template(folder, stock)?;
        let answers = folder.join("answers.yml");
        // JSON is YAML: a line a question.
        fs::write(&answers, yaml(&fs::read_to_string(self::answers())?))?;
        Ok(Some(Self { program, template: shown(&template)?, answers: shown(&answers)? }))
    }

    /// Renders the first version into a repository.
    pub fn copy(&self, stock: &Stock, place: &Path) -> Command {
        let [first, _] = VERSIONS;
        let args = ["copy", "--defaults", "--quiet", "--data-file", &self.answers, "--vcs-ref", first];
        stock.call(&self.program, &[&args[..], &[&self.template, "."]].concat(), place)
    }

    /// Brings a repository to the second version.
    pub fn update(&self, stock: &Stock, place: &Path) -> Command {
        let [_, second] = VERSIONS;
        stock.call(&self.program, &["update", "--defaults", "--quiet", "--vcs-ref", second], place)
    }
}

/// The template's repository, with a tag a version.
fn template(folder: &Path, stock: &Stock) -> Result<PathBuf, Box<dyn Error>> {
    let place = folder.join("template");
    copy(&here().join("template"), &place)?;
    let [first, second] = VERSIONS;
    stock.git(&place, &["init", "--quiet"])?;
    commit(stock, &place, first)?;
    let patch = here().join("second.patch");
    succeeds(&mut stock.call(Path::new("git"), &["apply", &shown(&patch)?], &place))?;
    commit(stock, &place, second)?;
    Ok(place)
}

fn commit(stock: &Stock, place: &Path, tag: &str) -> Result<(), Box<dyn Error>> {
    stock.git(place, &["add", "--all"])?;
    stock.git(place, &["commit", "--quiet", "--message", tag])?;
    stock.git(place, &["tag", tag])
}

/// `{ "id": "rounds", "value": 2 }` as `"rounds": 2`, a line each.
fn yaml(answers: &str) -> String {
    let pair = |line: &str| {
        let (_, rest) = line.split_once("\"id\": ")?;
        let (id, value) = rest.split_once(", \"value\": ")?;
        Some(format!("{id}: {}\n", value.rsplit_once(" }")?.0))
    };
    answers.lines().filter_map(pair).collect()
}

fn shown(path: &Path) -> Result<String, Box<dyn Error>> {
    Ok(path.to_str().ok_or("a path that is no UTF-8")?.to_owned())
}
