//! The `abcd` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(abcd::run(std::env::args_os()))
}
