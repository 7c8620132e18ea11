//! What runs a role that writes questions, where no host session does: a program that the person routed it to.
//!
//! `routes` says which one it is and who chose it (`own` reads what the person set, `theirs` what the repository
//! says), `program` finds it and looks whether it may be started on the `ground` that is worked on, `ready` puts
//! both together, `request` is what it is asked, `run` starts it, `stream` reads what it prints, and `transcript`
//! keeps that in the person's home, with what `redact` takes out of it.

pub mod failure;
pub mod ground;
mod own;
pub mod program;
pub mod ready;
pub mod redact;
pub mod request;
pub mod routes;
pub mod run;
pub mod stream;
mod theirs;
pub mod transcript;

pub use failure::Failure;
pub use request::Request;
pub use routes::{Route, Routes};
pub use run::Ended;
