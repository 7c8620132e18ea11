//! `abcd explain`: every code and every command answers.

use crate::support::{Sandbox, snapshot};

#[test]
fn a_code_is_explained() {
    snapshot!(Sandbox::new().run("explain usage/unknown-flag"), @"");
}
