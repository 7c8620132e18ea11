//! Work on many things at once whose results come in the order of the things, whatever the number of workers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How many results may wait for one before them, for each worker.
const AHEAD: usize = 4;

/// What the workers and the one who takes the results know of each other.
struct Board<T> {
    /// What is begun next.
    next: usize,
    /// What is taken next.
    taken: usize,
    /// Nothing more is begun.
    over: bool,
    ready: BTreeMap<usize, T>,
}

struct Shared<T> {
    board: Mutex<Board<T>>,
    moved: Condvar,
}

impl<T> Shared<T> {
    fn board(&self) -> MutexGuard<'_, Board<T>> {
        // Nobody panics while holding it: the work itself is caught.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does `work` on the numbers below `count`, `jobs` at a time, and hands each result to `take` in their order;
/// a panic of the work is a result too: none. What is begun is finished. Ends early when `ends` says so before
/// another one is begun, or when `take` breaks off. Gives the number of results that were handed over.
pub fn in_order<T: Send>(
    count: usize,
    jobs: usize,
    ends: impl Fn() -> bool + Sync,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, Option<T>) -> ControlFlow<()>,
) -> usize {
    let shared = Shared {
        board: Mutex::new(Board { next: 0, taken: 0, over: false, ready: BTreeMap::new() }),
        moved: Condvar::new(),
    };
    let jobs = jobs.clamp(1, count.max(1));
    let worker = || while step(&shared, count, jobs, &ends, &work) {};
    thread::scope(|scope| {
        for number in 1..jobs {
            let started = thread::Builder::new().name(format!("fleet-{number}")).spawn_scoped(scope, worker);
            // With no thread to spare, those that there are do it all.
            drop(started.ok());
        }
        let first = thread::Builder::new().name("fleet-0".to_owned()).spawn_scoped(scope, worker);
        if first.is_err() {
            // One after the other, here: begun, done, taken.
            while step(&shared, count, 1, &ends, &work) {
                hand_over(&shared, count, &mut take);
            }
        }
        while hand_over(&shared, count, &mut take) {}
    });
    shared.board().taken
}

/// Begins one and does it; whether there may be another.
fn step<T>(
    shared: &Shared<Option<T>>,
    count: usize,
    jobs: usize,
    ends: &impl Fn() -> bool,
    work: &impl Fn(usize) -> T,
) -> bool {
    let mut board = shared.board();
    while !board.over && board.next < count && board.next >= board.taken + jobs * AHEAD {
        board = shared.moved.wait(board).unwrap_or_else(PoisonError::into_inner);
    }
    if !board.over && ends() {
        board.over = true;
        shared.moved.notify_all();
    }
    if board.over || board.next >= count {
        return false;
    }
    let mine = board.next;
    board.next += 1;
    drop(board);
    let done = catch_unwind(AssertUnwindSafe(|| work(mine))).ok();
    shared.board().ready.insert(mine, done);
    shared.moved.notify_all();
    true
}

/// Takes the next result, waiting for it; whether there may be another.
fn hand_over<T>(
    shared: &Shared<Option<T>>,
    count: usize,
    take: &mut impl FnMut(usize, Option<T>) -> ControlFlow<()>,
) -> bool {
    let mut board = shared.board();
    let mine = board.taken;
    let done = loop {
        if let Some(done) = board.ready.remove(&mine) {
            break done;
        }
        let all = if board.over { board.next } else { count };
        if mine >= all {
            return false;
        }
        board = shared.moved.wait(board).unwrap_or_else(PoisonError::into_inner);
    };
    drop(board);
    let goes_on = take(mine, done).is_continue();
    let mut board = shared.board();
    board.taken += 1;
    board.over |= !goes_on;
    drop(board);
    shared.moved.notify_all();
    true
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::in_order;

    fn taken(
        jobs: usize,
        ends: impl Fn() -> bool + Sync,
        until: usize,
    ) -> (Vec<(usize, Option<usize>)>, usize) {
        let mut taken = Vec::new();
        let work = |number: usize| {
            assert_ne!(number % 7, 3, "a test asked for it");
            number * 2
        };
        let count = in_order(40, jobs, ends, work, |number, done| {
            taken.push((number, done));
            if taken.len() == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (taken, count)
    }

    #[test]
    fn results_come_in_order_and_a_panic_is_one_of_them() {
        let expected: Vec<_> =
            (0..40).map(|number| (number, (number % 7 != 3).then_some(number * 2))).collect();
        for jobs in [1, 2, 8, 100] {
            assert_eq!(taken(jobs, || false, 100), (expected.clone(), 40), "{jobs}");
        }
    }

    #[test]
    fn what_is_begun_is_finished_and_nothing_is_begun_after_the_end() {
        for jobs in [1, 3] {
            let asked = AtomicUsize::new(0);
            let (seen, count) = taken(jobs, || asked.fetch_add(1, Ordering::Relaxed) >= 5, 100);
            assert_eq!((seen.len(), count), (5, 5), "{jobs}");
            let (seen, count) = taken(jobs, || false, 4);
            assert!(seen.len() == count && count >= 4 && count <= 4 + jobs * 5, "{jobs}: {count}");
        }
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        assert_eq!(in_order(0, 4, || false, |number| number, |_, _| ControlFlow::Continue(())), 0);
    }
}
