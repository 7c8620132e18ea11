//! The repositories that calls are made in.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders and files a folder of the large repository: 20,000 files together, every tenth ignored.
const FOLDERS: usize = 200;
const FILES: usize = 100;

const MANIFEST: &str = "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";

/// A repository of a few files, with a record.
pub fn small(folder: &Path, abcd: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let place = begun(&folder.join("small"))?;
    finished(&place, abcd)?;
    Ok(place)
}

/// A repository of 20,000 files, with a record.
pub fn large(folder: &Path, abcd: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let place = begun(&folder.join("large"))?;
    for number in 0..FOLDERS {
        let below = place.join(format!("part-{}/module-{number}", number % 10));
        fs::create_dir_all(&below)?;
        for file in 0..FILES {
            let end = if file % 10 == 0 { "log" } else { "rs" };
            fs::write(below.join(format!("file-{file}.{end}")), format!("// {number} {file}\n"))?;
        }
    }
    finished(&place, abcd)?;
    Ok(place)
}

fn begun(place: &Path) -> Result<PathBuf, Box<dyn Error>> {
    fs::create_dir_all(place.join("src"))?;
    fs::write(place.join("Cargo.toml"), MANIFEST)?;
    fs::write(place.join("src/lib.rs"), "//! A sample.\n")?;
    fs::write(place.join("Makefile"), "check:\n\tcargo test\n")?;
    fs::write(place.join(".gitignore"), "/target\n*.log\n")?;
    git(place, &["init", "--quiet", "--initial-branch=main"])?;
    Ok(fs::canonicalize(place)?)
}

fn finished(place: &Path, abcd: &Path) -> Result<(), Box<dyn Error>> {
    succeeds(Command::new(abcd).arg("init").arg("--quiet").current_dir(place))?;
    git(place, &["add", "--all"])?;
    git(place, &["commit", "--quiet", "--message", "first"])
}

fn git(place: &Path, args: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=ann", "-c", "user.email=ann@example.com", "-c", "commit.gpgsign=false"]);
    succeeds(git.args(args).current_dir(place))
}

fn succeeds(command: &mut Command) -> Result<(), Box<dyn Error>> {
    if command.status()?.success() { Ok(()) } else { Err(format!("{command:?} failed").into()) }
}
