//! `abcd hook session-start`: the board, for a host to put before its agent.

use serde::Serialize;

use crate::call::{Call, Document, Outcome, Page};
use crate::commands::here::repository;
use crate::commands::status::Status;
use crate::host::Host;
use crate::records::board::board;
use crate::records::standing::Standing;
use crate::registry::args;

/// The board, where there is one.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Session {
    board: Option<Status>,
}

pub(crate) fn run(_: args::HookSessionStart, call: &Call, host: &Host) -> Outcome<Session> {
    // No repository or a broken record is for a person to meet in a call of their own, not for a host.
    let board = repository(call, host).and_then(|repository| board(&repository, host)).ok();
    let board = board.filter(|board| board.tiers.iter().any(|(_, git)| *git != Some(Standing::Absent)));
    Ok(Session { board: board.map(Status::from) }.into())
}

impl Document for Session {
    fn page(&self, page: &mut Page) {
        if let Some(board) = &self.board {
            board.page(page);
        }
    }
}
