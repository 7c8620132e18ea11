//! Holds the tree watch on 100,000 ignored files within three plain walks of the same tree.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml --bin watch`. A plain walk lists every folder and asks
//! for the metadata of every name, links not followed, by the standard library. It, a first reading and a second
//! one take turns, so that a busy moment hits them alike; the medians and the least times are compared.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use abcd::host::Host;
use abcd::host::place::Repository;
use abcd::watch::Watch;
use nix::sys::resource::{UsageWho, getrusage};

const FOLDERS: usize = 1_000;
const FILES: usize = 100;
const ROUNDS: usize = 15;
const GOAL: f64 = 3.0;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let root = laid(&fs::canonicalize(folder.path())?)?;
    let host = Host::of_process();
    let place = Repository::top(&root).ok().flatten().ok_or("no repository")?;
    let paths = walked(&root)?;
    let before = peak()?;
    let once = Watch::open(&host, &place, &[])?;
    let one = peak()?.saturating_sub(before);
    once.compare(&[])?;
    let both = peak()?.saturating_sub(before);
    drop(once);

    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        let (time, count) = timed(|| Ok(walked(&root)?))?;
        assert_eq!(count, paths, "the tree stands still");
        times[0].push(time);
        let (time, watch) = timed(|| Ok(Watch::open(&host, &place, &[])?))?;
        times[1].push(time);
        let (time, found) = timed(|| Ok(watch.compare(&[])?))?;
        assert!(found.clean(), "the tree stands still");
        times[2].push(time);
    }
    let names = ["plain walk", "first reading", "second reading and comparison"];
    let walk = summed(&mut times[0]);
    println!("{paths} paths, {ROUNDS} rounds; median and least in ms, and how many plain walks that is");
    let mut met = true;
    for (name, times) in names.iter().zip(&mut times) {
        let [median, least] = summed(times);
        let ratios = [median / walk[0], least / walk[1]];
        met &= ratios[0] <= GOAL;
        println!("{name:32} {median:8.1} {least:8.1}   {:.2} {:.2}", ratios[0], ratios[1]);
    }
    println!("memory: {one} KiB for one reading, {both} KiB for two; {} bytes a path in one", one * 1024 / paths);
    println!("{}", if met { "held: each reading within three plain walks" } else { "NOT HELD: over three plain walks" });
    Ok(if met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A repository of a few files that git keeps and many that it ignores.
fn laid(base: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let root = base.join("tree");
    fs::create_dir(&root)?;
    fs::write(root.join(".gitignore"), "/modules/\n")?;
    for number in 0..FOLDERS {
        let below = root.join(format!("modules/part-{}/module-{number}", number % 20));
        fs::create_dir_all(&below)?;
        for file in 0..FILES {
            fs::write(below.join(format!("file-{file}.js")), format!("{number} {file}\n"))?;
        }
    }
    for number in 0..100 {
        fs::create_dir_all(root.join("src"))?;
        fs::write(root.join(format!("src/file-{number}.rs")), format!("// {number}\n"))?;
    }
    for args in [&["init", "--quiet"][..], &["add", "--all"]] {
        if !Command::new("git").args(args).current_dir(&root).status()?.success() {
            return Err("git failed".into());
        }
    }
    Ok(root)
}

/// The plain walk: how many names there are.
fn walked(root: &Path) -> Result<usize, std::io::Error> {
    let mut count = 0;
    let mut waiting = vec![root.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            count += 1;
            if fs::symlink_metadata(&path)?.is_dir() {
                waiting.push(path);
            }
        }
    }
    Ok(count)
}

fn timed<T>(run: impl FnOnce() -> Result<T, Box<dyn Error>>) -> Result<(Duration, T), Box<dyn Error>> {
    let start = Instant::now();
    let value = run()?;
    Ok((start.elapsed(), value))
}

/// Median and least, in milliseconds.
fn summed(times: &mut [Duration]) -> [f64; 2] {
    times.sort();
    let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    [ms(times.get(times.len() / 2)), ms(times.first())]
}

/// What this process used at its peak, in KiB.
fn peak() -> Result<usize, Box<dyn Error>> {
    Ok(usize::try_from(getrusage(UsageWho::RUSAGE_SELF)?.max_rss())?)
}
