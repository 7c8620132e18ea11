//! One type a row: the same type is parsed from TOML and written as a `static`.

pub mod invariants;
pub mod routines;

use std::borrow::Cow;

/// Text that is owned when parsed and borrowed when generated.
pub type Text = Cow<'static, str>;
/// A list that is owned when parsed and borrowed when generated.
pub type List<T> = Cow<'static, [T]>;
