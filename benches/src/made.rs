//! A copy of the package that has many more commands, to see what each of them costs at the start.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::build;

/// Flags of each made command.
const FLAGS: usize = 6;
/// Folders of the package that a build does not need.
const LEFT_OUT: [&str; 5] = [".git", "target", "benches", "fuzz", "tests/cli"];

/// Copies `package` to `folder`, adds commands until there are `commands`, and builds it.
pub fn build(package: &Path, folder: &Path, commands: usize) -> Result<PathBuf, Box<dyn Error>> {
    copy(package, Path::new(""), folder)?;
    let there = count(&folder.join("tables/commands"))?;
    let mut modules = String::new();
    for number in there..commands {
        add(folder, number)?;
        modules.push_str(&format!("pub(crate) mod made_{number};\n"));
    }
    let list = folder.join("src/commands/mod.rs");
    fs::write(&list, fs::read_to_string(&list)? + &modules)?;
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/made");
    build::cargo(folder, &target, &["--bin", "abcd"])?;
    Ok(target.join("release/abcd"))
}

fn copy(package: &Path, below: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder.join(below))?;
    for entry in fs::read_dir(package.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if LEFT_OUT.iter().any(|left| path == Path::new(left)) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(package, &path, folder)?;
        } else {
            fs::copy(entry.path(), folder.join(&path))?;
        }
    }
    Ok(())
}

/// How many commands the tables have.
fn count(folder: &Path) -> Result<usize, Box<dyn Error>> {
    let mut count = 0;
    for entry in fs::read_dir(folder)? {
        count += fs::read_to_string(entry?.path())?.matches("[[command]]").count();
    }
    Ok(count)
}

/// One command with flags, a code that it raises, and a handler.
fn add(folder: &Path, number: usize) -> Result<(), Box<dyn Error>> {
    let mut row = format!(
        "#:schema ../../schemas/commands.schema.json\n\n[[command]]\npath = \"made-{number}\"\n\
         sentence = \"Does nothing, for the {number}th time.\"\n\
         about = \"\"\"\nStands here so that there are many commands.\n\"\"\"\n\
         effect = \"reads\"\noutput = \"text\"\nnext_none = \"nothing follows\"\n"
    );
    for flag in 0..FLAGS {
        row.push_str(&format!(
            "\n[[command.flag]]\nname = \"flag-{number}-{flag}\"\nvalue = \"TEXT\"\ntype = \"text\"\nhelp = \"Changes nothing of {number} in its way {flag}.\"\n"
        ));
    }
    fs::write(folder.join(format!("tables/commands/made-{number}.toml")), row)?;
    let code = format!(
        "#:schema ../../schemas/refusals.schema.json\n\n[[refusal]]\ncode = \"made-{number}/always\"\nexit = \"refused\"\n\
         summary = \"the command does nothing\"\nhint = \"look at the board instead\"\n\
         explanation = \"\"\"\nIt stands here so that there are many codes.\n\"\"\"\nnext = \"abcd status\"\n"
    );
    fs::write(folder.join(format!("tables/refusals/made-{number}.toml")), code)?;
    let handler = format!(
        "//! `abcd made-{number}`: refuses.\n\n\
         use crate::call::{{Call, Outcome, Text}};\nuse crate::host::Host;\n\
         use crate::refusal::Refusal;\nuse crate::registry::{{args, code}};\n\n\
         pub(crate) fn run(_: args::Made{number}, _: &Call, _: &Host) -> Outcome<Text> {{\n    \
         Err(Refusal::new(code::MADE_{number}_ALWAYS).into())\n}}\n"
    );
    fs::write(folder.join(format!("src/commands/made_{number}.rs")), handler)?;
    Ok(())
}
