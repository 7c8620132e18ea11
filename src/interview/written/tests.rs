//! The loop against scripted roles and people.

#![expect(clippy::disallowed_methods, reason = "a scripted role writes and reads as it likes")]

mod ends;
mod goes;
mod world;
