//! How far the work is: a bar on standard error, for somebody who watches it on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What the bar shows.
const LOOK: &str = "{wide_bar} {pos}/{len}";

/// A bar, once there is something to show.
#[derive(Default)]
pub(super) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Shows that `done` of `all` are done.
    pub(super) fn show(&mut self, done: usize, all: usize) {
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(count(all)), ProgressDrawTarget::stderr());
            bar.with_style(
                ProgressStyle::with_template(LOOK).unwrap_or_else(|_| ProgressStyle::default_bar()),
            )
        });
        bar.set_position(count(done));
    }

    /// Takes the bar away, so that something can be printed in its place.
    pub(super) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
