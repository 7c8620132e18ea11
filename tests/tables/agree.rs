//! The checks take no call that the parser refuses: both are asked about many calls made by chance.

use abcd::registry::commands::{COMMANDS, ROOT};
use abcd::registry::tree;
use abcd::tables::model::commands::{Command, Parameter};
use abcd::tables::source::Source;
use abcd::tables::{check, load};

use crate::parser::{filled, words};
use crate::tables;

/// How many calls are made.
const CALLS: usize = 2000;

/// How many of them stand in one file.
const FILE: usize = 25;

/// The same numbers each time, which is all the chance that is needed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// A call that is nearly right: complete, then with words left out, doubled, added or moved.
fn call(dice: &mut Dice) -> String {
    let row = dice.pick(&COMMANDS);
    let mut parts: Vec<String> = required(row);
    for _ in 0..dice.below(4) {
        let at = dice.below(parts.len() + 1);
        match dice.below(7) {
            0 if !parts.is_empty() => drop(parts.remove(at.min(parts.len() - 1))),
            1 if !parts.is_empty() => parts.insert(at, dice.pick(&parts.clone()).clone()),
            2 if !row.flag.is_empty() => parts.insert(at, flag(dice.pick(&row.flag))),
            3 => parts.insert(at, flag(dice.pick(&ROOT.flag))),
            4 => parts.insert(
                at,
                (*dice.pick(&["x", "'two words'", "<words>", "\"<two words>\"", "7", "-1"])).to_owned(),
            ),
            5 => parts.insert(
                at,
                (*dice.pick(&["--", "-x", "--nope", "--help", "--json=true", "''", "list"])).to_owned(),
            ),
            _ => parts.insert(at, format!("--{}", dice.pick(&ROOT.flag).name)),
        }
    }
    format!("abcd {} {}", row.path, parts.join(" ")).trim_end().to_owned()
}

fn required(row: &Command) -> Vec<String> {
    let mut parts: Vec<String> = row.flag.iter().filter(|flag| flag.required).map(flag).collect();
    parts.extend(row.one_of.first().map(|name| format!("--{name}")));
    parts.extend(row.argument.iter().filter(|row| row.required).map(|row| format!("<{}>", row.name)));
    parts
}

fn flag(row: &Parameter) -> String {
    if row.r#type == "switch" { format!("--{}", row.name) } else { format!("--{} <value>", row.name) }
}

#[test]
fn what_the_checks_take_the_parser_takes() {
    let mut dice = Dice(7);
    let calls: Vec<String> = (0..CALLS).map(|_| call(&mut dice)).collect();
    // One line a row, so that a problem's line is the number of its call.
    let row = |(number, call): (usize, &String)| {
        let code = format!("code = \"usage/c{number}\", exit = \"refused\", next = {call:?}");
        format!("{{ {code}, summary = \"a\", hint = \"b\", explanation = \"c\" }},\n")
    };
    let rows: Vec<String> = calls.iter().enumerate().map(row).collect();
    let mut sources = tables("tables");
    let own = sources.len();
    // Many small files: where a problem stands is looked up by reading its file again.
    sources.extend(rows.chunks(FILE).enumerate().map(|(number, rows)| Source {
        path: format!("zzz/{number:03}"),
        text: format!("refusal = [\n{}]\n", rows.concat()),
    }));
    let (tables, problems) = load::load(sources);
    assert_eq!(problems, []);
    let mut refused = vec![false; CALLS];
    for problem in check::check(&tables) {
        let file = problem.file.checked_sub(own).unwrap_or_else(|| panic!("{problem:?}"));
        refused[file * FILE + tables.sources[problem.file].line(problem.span.start) - 2] = true;
    }
    let mut tree = tree::whole();
    let (mut taken, mut wrong) = (0, Vec::new());
    for (call, _) in calls.iter().zip(&refused).filter(|(_, refused)| !**refused) {
        taken += 1;
        match tree.try_get_matches_from_mut(filled(words(call, ""))) {
            Ok(_) => {}
            Err(error) if !error.use_stderr() => {}
            Err(error) => wrong.push(format!("{call}\n    {}", error.kind())),
        }
    }
    assert!(taken > CALLS / 10 && taken < CALLS, "{taken} of {CALLS} are taken");
    assert!(wrong.is_empty(), "{} calls:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}
