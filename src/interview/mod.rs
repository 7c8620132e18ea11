//! Interviews: abcd asks people, and records what they said.
//!
//! One question model ([`question`]) and one way to put a question to somebody ([`door`]), whoever writes the
//! questions and however they are answered.

pub mod check;
pub mod door;
mod list;
mod numbered;
mod paint;
pub mod question;
pub mod record;
pub mod rules;
pub mod safe;
pub mod strict;
pub mod seat;
pub mod unclear;
pub mod view;
pub mod written;
