//! What a release teaches: what the record says about it, four questions, and the answers on file.
//!
//! [`seed`](fn@seed) computes what there is to look back on, [`check`] reads answers strictly,
//! and [`write`](fn@write) files them. `tables/reflect.toml` has the questions and says which answers are thin.

pub mod answers;
pub mod audit;
mod history;
mod questions;
pub mod record;
pub mod retrospective;
pub mod seed;
mod shelf;
pub mod thin;

pub use answers::check;
pub use record::write;
pub use seed::seed;
