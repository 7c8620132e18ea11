//! Interviews: abcd asks people, and records what they said.
//!
//! One question model ([`question`]) and one way to put a question to somebody ([`door`]), whoever writes the
//! questions and however they are answered. A fixed interview is a [`plan`] made from its row; [`asking`] goes
//! through it; [`answers`] is the door of a file; [`record`] keeps what was said.

pub mod answers;
pub mod asking;
pub mod check;
pub mod door;
mod list;
#[cfg(test)]
mod mutation;
mod numbered;
mod paint;
pub mod plan;
pub mod question;
pub mod record;
pub mod rules;
pub mod safe;
pub mod seat;
pub mod strict;
pub mod unclear;
pub mod view;
pub mod written;
