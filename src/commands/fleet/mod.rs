//! The fleet verbs.

use std::num::NonZero;

use crate::call::Page;
use crate::fleet::walk::{Bounds, PassedOver};
use crate::host::signal::Interrupts;
use crate::refusal::{Fault, Stop};

mod ending;
pub(crate) mod render;
pub(crate) mod scan;
pub(crate) mod status;
pub(crate) mod update;

/// How far a walk goes, as the flags say.
fn bounds(depth: i64, nested: bool, without_routines: bool) -> Bounds {
    Bounds { depth: usize::try_from(depth).unwrap_or_default(), nested, without_routines }
}

/// How many repositories are worked on at once.
fn jobs(asked: Option<i64>) -> usize {
    let asked = asked.and_then(|jobs| usize::try_from(jobs).ok());
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// What abcd itself broke off over.
fn broke_off() -> Stop {
    Fault::new("abcd itself broke off here; please report what this repository holds").into()
}

/// Listens for the signals that end a call between two repositories.
fn interrupts() -> Result<Interrupts, Stop> {
    Interrupts::listen()
        .map_err(|trouble| Fault::new(format!("signals cannot be listened for: {trouble}")).into())
}

/// Says what was left alone.
fn passed_over(passed: &PassedOver, page: &mut Page) {
    for one in &passed.skipped {
        page.line(format!("skipped {}: {}", one.path, one.why));
    }
    if passed.more > 0 {
        page.line(format!("skipped {} more", passed.more));
    }
    if passed.deeper > 0 {
        page.line(format!("{} folders lie deeper than was looked (--depth)", passed.deeper));
    }
}

/// `1 repository`, `2 repositories`.
fn repositories(count: usize) -> String {
    if count == 1 { "1 repository".to_owned() } else { format!("{count} repositories") }
}

/// `1 routine`, `2 routines`.
fn routines(count: usize) -> String {
    if count == 1 { "1 routine".to_owned() } else { format!("{count} routines") }
}
