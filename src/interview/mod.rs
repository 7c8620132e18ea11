//! Interviews: abcd asks people, and records what they said.
//!
//! One question model ([`question`]) and one way to put a question to somebody ([`door`]), whoever writes the
//! questions and however they are answered.

pub mod door;
pub mod question;
pub mod strict;
