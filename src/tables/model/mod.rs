//! One type a row. The same type is read from TOML and written as a `static`.

use std::borrow::Cow;

pub mod asking;
pub mod commands;
pub mod hosts;
pub mod inert;
pub mod interviews;
pub mod invariants;
pub mod reflect;
pub mod refusals;
pub mod repository;
pub mod roles;
pub mod runners;
pub mod root;
pub mod routines;
pub mod scenarios;
pub mod toolchains;
pub mod usage;
pub mod values;
pub mod watch;

/// Text: owned when it was read, borrowed when it was generated.
pub type Text = Cow<'static, str>;

/// A list: owned when it was read, borrowed when it was generated.
pub type List<T> = Cow<'static, [T]>;
