//! How long a call of abcd takes, as a ratio to a hello-world binary that is measured in the same run.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml` builds what it needs, runs everything
//! interleaved and prints one table: medians, minimums, ratios, goals. It ends with status 1 where a goal
//! is missed. `--only TEXT` measures the rows whose name holds TEXT, `--rounds N` sets how often.
//!
//! `--only copier` puts abcd beside Copier; `--fleet N` says with how many repositories, and `--many N` on how
//! many more abcd works alone.

mod build;
mod count;
mod made;
mod measure;
mod peer;
mod places;
mod stock;
mod table;
mod versus;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use measure::{Subject, interleaved};
use peer::Copier;
use stock::Stock;
use table::{Goal, Row};
use versus::Versus;

/// Rounds over everything that takes a few milliseconds, and over what runs on the large repository.
const ROUNDS: usize = 300;
const LARGE_ROUNDS: usize = 15;
/// The highest peak of memory of one code, a refusal and help, in KiB.
const PEAK: u64 = 6 * 1024;
/// The commands of the made tree.
const COMMANDS: usize = 150;
/// So many repositories are rendered and updated beside Copier, and so many by abcd alone.
const FLEET: usize = 10;
const MANY: usize = 100;

/// What was asked for on the command line.
struct Asked {
    only: Option<String>,
    rounds: usize,
    fleet: usize,
    many: usize,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() == Some("peak") {
        println!("{}", measure::peak_here(&args.collect::<Vec<_>>())?);
        return Ok(ExitCode::SUCCESS);
    }
    let asked = asked()?;
    let folder = tempfile::Builder::new().prefix("abcd-benches-").tempdir()?;
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("benches/ stands in the package")?;
    let abcd = build::abcd(package)?;
    let mut met = true;
    if asked.only.as_deref() != Some("copier") {
        let rows = measured(&asked, package, folder.path(), &abcd)?;
        println!("\n{}", table::text(&rows));
        met = !rows.iter().any(Row::missed);
    }
    if asked.only.as_ref().is_none_or(|only| only == "copier") && build::knows(&abcd, "routine update")? {
        met &= beside_copier(&asked, folder.path(), &abcd)?;
    }
    Ok(if met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn asked() -> Result<Asked, Box<dyn Error>> {
    let mut asked = Asked { only: None, rounds: ROUNDS, fleet: FLEET, many: MANY };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--only" => asked.only = Some(args.next().ok_or("--only needs a text")?),
            "--rounds" => asked.rounds = args.next().ok_or("--rounds needs a number")?.parse()?,
            "--fleet" => asked.fleet = args.next().ok_or("--fleet needs a number")?.parse()?,
            "--many" => asked.many = args.next().ok_or("--many needs a number")?.parse()?,
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    Ok(asked)
}

fn beside_copier(asked: &Asked, folder: &Path, abcd: &Path) -> Result<bool, Box<dyn Error>> {
    let folder = folder.join("versus");
    let versus = Versus::new(&folder, abcd)?;
    let alone = versus.alone(asked.many.div_ceil(10).max(2), asked.many)?;
    let beside = match Copier::installed(&folder, &Stock::new(&folder)?)? {
        Some(copier) => versus.compared(&copier, asked.fleet)?,
        None => true,
    };
    Ok(alone && beside)
}

fn measured(asked: &Asked, package: &Path, folder: &Path, abcd: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let wanted = |name: &str| asked.only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    let hello = build::hello()?;
    let small = places::small(folder, abcd)?;

    let hello = Subject::new("hello", &hello, &[], &small, 0);
    let mut subjects = starts("abcd", abcd, &small);
    if wanted("made") {
        let made = made::build(package, &folder.join("made"), COMMANDS)?;
        subjects.extend(starts("made", &made, &small));
    }
    subjects.retain(|(subject, _)| wanted(&subject.name));
    let mut rows = held(&hello, subjects, asked.rounds)?;

    // What works longer stands apart: it would leave cold caches to the starts.
    let all = Subject::new("abcd explain --all --json", abcd, &["explain", "--all", "--json"], &small, 0);
    let mut subjects = vec![(all, Goal::times(3.0))];
    let renders = build::knows(abcd, "routine render")?;
    if renders {
        let render = Subject::new("abcd routine render (small)", abcd, &["routine", "render"], &small, 0);
        subjects.push((render, Goal::times(7.0)));
    }
    subjects.retain(|(subject, _)| wanted(&subject.name));
    rows.extend(held(&hello, subjects, asked.rounds)?);

    if renders && wanted("large") {
        let large = places::large(folder, abcd)?;
        let git = Subject::new(
            "git status --ignored (large)",
            Path::new("git"),
            &["status", "--ignored"],
            &large,
            0,
        );
        let render = Subject::new("abcd routine render (large)", abcd, &["routine", "render"], &large, 0);
        rows.extend(held(&git, vec![(render, Goal::times(1.0))], LARGE_ROUNDS)?);
    }
    Ok(rows)
}

/// The calls whose whole cost is the start.
fn starts(name: &str, binary: &Path, place: &Path) -> Vec<(Subject, Goal)> {
    let start = Goal { times: Some(1.5), peak: Some(PEAK) };
    let subject =
        |what: &str, args: &[&str], exit| Subject::new(&format!("{name} {what}"), binary, args, place, exit);
    vec![
        (subject("explain <code>", &["explain", "usage/unknown-flag"], 0), start),
        (subject("capture, refused", &["capture", "login loops for ever"], 2), start),
        (subject("--help", &["--help"], 0), start),
    ]
}

/// Measures `base` and all others in turn, so that a busy moment hits them alike.
fn held(base: &Subject, others: Vec<(Subject, Goal)>, rounds: usize) -> Result<Vec<Row>, Box<dyn Error>> {
    let all: Vec<&Subject> = std::iter::once(base).chain(others.iter().map(|(subject, _)| subject)).collect();
    let times = interleaved(&all, rounds)?;
    let goals = std::iter::once(Goal::none()).chain(others.iter().map(|(_, goal)| *goal));
    let first = times.first().cloned().ok_or("nothing was measured")?;
    all.iter()
        .zip(times)
        .zip(goals)
        .map(|((subject, times), goal)| Row::new(subject, times, &first, goal))
        .collect()
}
