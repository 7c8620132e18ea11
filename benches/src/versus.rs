//! abcd beside Copier: the same repositories, a template of the same size, the same answers, in turns.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::build;
use crate::count::Counter;
use crate::measure::{Subject, Times};
use crate::peer::{Copier, answers};
use crate::places;
use crate::stock::{Stock, succeeds};

/// How many times faster than Copier abcd is to be.
const FASTER: f64 = 100.0;
/// The most git processes of a repository.
const PROCESSES: f64 = 3.0;
/// The highest peak of memory, in KiB, and how much more it may be for ten times as many repositories.
const PEAK: u64 = 32 * 1024;
const FLAT: f64 = 1.25;
/// How much dearer a repository may be among ten times as many.
const LINEAR: f64 = 1.5;

/// How often each side has its turn: with one repository, and with many.
const ROUNDS: usize = 5;
const FLEET_ROUNDS: usize = 2;
/// abcd is quick: it has so many turns for one of Copier's.
const TURNS: usize = 3;

/// What stands ready.
pub struct Versus {
    stock: Stock,
    abcd: PathBuf,
    fleet: bool,
    /// A repository without a routine, and one with the first version of abcd's.
    bare: PathBuf,
    first: PathBuf,
    counter: Counter,
}

/// What is done to repositories.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Render,
    Update,
}

impl Versus {
    /// Makes the repositories.
    pub fn new(folder: &Path, abcd: &Path) -> Result<Self, Box<dyn Error>> {
        let stock = Stock::new(folder)?;
        let bare = places::small(&folder.join("bare"), abcd)?;
        let fleet = build::knows(abcd, "fleet update")? && build::knows(abcd, "fleet render")?;
        let first = stock.changed(&bare, "first", |place| rendered(&stock, abcd, place))?;
        let newer = stock.call(abcd, &["routine", "render", "--template-version", "2"], &bare).status()?;
        if !newer.success() {
            println!("NOTE: abcd has one version of its template, so an update of it changes nothing");
        }
        let counter = Counter::new(folder)?;
        Ok(Self { stock, abcd: abcd.to_owned(), fleet, bare, first, counter })
    }

    /// Both sides in turns, with one repository and with `fleet` of them; says whether every goal is met.
    pub fn compared(&self, copier: &Copier, fleet: usize) -> Result<bool, Box<dyn Error>> {
        let laid = self.stock.changed(&self.bare, "copied", |place| copier.copy(&self.stock, place))?;
        let mut met = true;
        println!("\n{HEAD}");
        for (count, rounds) in [(1, ROUNDS), (fleet, FLEET_ROUNDS)] {
            for deed in [Deed::Render, Deed::Update] {
                let theirs = |places: &[PathBuf]| -> Vec<Command> {
                    let one = |place: &PathBuf| match deed {
                        Deed::Render => copier.copy(&self.stock, place),
                        Deed::Update => copier.update(&self.stock, place),
                    };
                    places.iter().map(one).collect()
                };
                let from = if deed == Deed::Render { &self.bare } else { &laid };
                let (mut peer, mut own) = (Vec::new(), Vec::new());
                for _ in 0..rounds {
                    let places = self.stock.copies(from, count)?;
                    peer.push(timed(theirs(&places))?);
                    for _ in 0..TURNS {
                        let places = self.stock.copies(self.start(deed), count)?;
                        own.push(timed(self.calls(deed, &places))?);
                    }
                }
                let places = self.stock.copies(from, count)?;
                let peer_gits = self.counter.of(theirs(&places))?;
                let gits = self.gits(deed, count)?;
                let (peer, own) = (Times::of(peer), Times::of(own));
                let good = peer.over(&own).iter().any(|ratio| *ratio >= FASTER);
                met &= good;
                println!("{}", line(deed, count, &peer, &own, [peer_gits, gits], good));
            }
        }
        Ok(met)
    }

    /// abcd alone: git processes and memory, with `few` and with `many` repositories, and the time of each.
    pub fn alone(&self, few: usize, many: usize) -> Result<bool, Box<dyn Error>> {
        let mut met = true;
        for deed in [Deed::Render, Deed::Update] {
            let gits = self.gits(deed, 1)?;
            met &= said(&format!("{}: git processes of one repository", deed.name()), gits as f64, PROCESSES);
            let peak = self.peak(deed, few)?;
            met &= said(&format!("{}: peak KiB, {few} repositories", deed.name()), peak as f64, PEAK as f64);
            if many <= few || !self.fleet {
                continue;
            }
            let most = self.peak(deed, many)?;
            let flat = most as f64 / peak as f64;
            met &= said(&format!("{}: peak KiB, {many} repositories", deed.name()), most as f64, PEAK as f64);
            met &= said(&format!("{}: peak of {many} to that of {few}", deed.name()), flat, FLAT);
            let gits = self.gits(deed, many)? as f64 / many as f64;
            met &= said(&format!("{}: git processes a repository of {many}", deed.name()), gits, PROCESSES);
            let [one, other] = [few, many].map(|count| self.each(deed, count));
            let (one, other) = (one?, other?);
            println!("{}: {one:.3} ms a repository of {few}, {other:.3} ms of {many}", deed.name());
            met &= said(
                &format!("{}: time of one among {many} to among {few}", deed.name()),
                other / one,
                LINEAR,
            );
        }
        Ok(met)
    }

    fn start(&self, deed: Deed) -> &Path {
        if deed == Deed::Render { &self.bare } else { &self.first }
    }

    fn gits(&self, deed: Deed, count: usize) -> Result<usize, Box<dyn Error>> {
        let places = self.stock.copies(self.start(deed), count)?;
        self.counter.of(self.calls(deed, &places))
    }

    /// The milliseconds that one of `count` repositories takes.
    fn each(&self, deed: Deed, count: usize) -> Result<f64, Box<dyn Error>> {
        let mut times = Vec::new();
        for _ in 0..TURNS {
            let places = self.stock.copies(self.start(deed), count)?;
            times.push(timed(self.calls(deed, &places))?);
        }
        Ok(Times::of(times).least().as_secs_f64() * 1000.0 / count as f64)
    }

    fn peak(&self, deed: Deed, count: usize) -> Result<u64, Box<dyn Error>> {
        let places = self.stock.copies(self.start(deed), count)?;
        let words = self.words(deed, &places);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let place = if self.fleet { self.stock.herd() } else { places.first().cloned().ok_or("no place")? };
        Subject::new(deed.name(), &self.abcd, &words, &place, 0).peak()
    }

    /// The calls that do it: one for the whole fleet where abcd can, else one a repository.
    fn calls(&self, deed: Deed, places: &[PathBuf]) -> Vec<Command> {
        let words = self.words(deed, places);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if self.fleet && places.len() > 1 {
            return vec![self.stock.call(&self.abcd, &words, &self.stock.herd())];
        }
        places.iter().map(|place| self.stock.call(&self.abcd, &words, place)).collect()
    }

    fn words(&self, deed: Deed, places: &[PathBuf]) -> Vec<String> {
        let whole = self.fleet && places.len() > 1;
        let words: Vec<String> = match (deed, whole) {
            (Deed::Update, true) => ["fleet", "update", "."].map(str::to_owned).to_vec(),
            (Deed::Update, false) => ["routine", "update"].map(str::to_owned).to_vec(),
            (Deed::Render, true) => {
                ["fleet", "render", "bug-hunt", ".", "--write"].map(str::to_owned).to_vec()
            }
            (Deed::Render, false) => ["routine", "render", "bug-hunt", "--write"].map(str::to_owned).to_vec(),
        };
        let answers = [String::from("--answers"), answers().display().to_string()];
        words.into_iter().chain((deed == Deed::Render).then_some(answers).into_iter().flatten()).collect()
    }
}

/// The first version of the routine, laid down.
fn rendered(stock: &Stock, abcd: &Path, place: &Path) -> Command {
    let answers = answers().display().to_string();
    let words =
        ["routine", "render", "bug-hunt", "--write", "--template-version", "1", "--answers", &answers];
    stock.call(abcd, &words, place)
}

impl Deed {
    const fn name(self) -> &'static str {
        match self {
            Self::Render => "render",
            Self::Update => "update",
        }
    }
}

fn timed(commands: Vec<Command>) -> Result<std::time::Duration, Box<dyn Error>> {
    let start = Instant::now();
    for mut command in commands {
        succeeds(&mut command)?;
    }
    Ok(start.elapsed())
}

const HEAD: &str = "deed    repositories  Copier ms, median   min  git   abcd ms, median   min  git   faster, median   min  goal";

fn line(deed: Deed, count: usize, peer: &Times, own: &Times, gits: [usize; 2], good: bool) -> String {
    let millis = |time: std::time::Duration| time.as_secs_f64() * 1000.0;
    let [median, least] = peer.over(own);
    format!(
        "{:<6} {count:>13}  {:>17.1} {:>5.1} {:>4}   {:>15.2} {:>5.2} {:>4}   {median:>13.0}x {least:>4.0}x  {FASTER:.0}x {}",
        deed.name(),
        millis(peer.median()),
        millis(peer.least()),
        gits[0] / count,
        millis(own.median()),
        millis(own.least()),
        gits[1].div_ceil(count),
        if good { "met" } else { "MISSED" },
    )
}

/// Prints a figure beside what it may be at most, and says whether it is met.
fn said(what: &str, figure: f64, most: f64) -> bool {
    let met = figure <= most;
    println!("{what}: {figure:.2}, at most {most:.2}: {}", if met { "met" } else { "MISSED" });
    met
}
