//! Builds what is measured, at release.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The hello-world binary beside this one.
pub fn hello() -> Result<PathBuf, Box<dyn Error>> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    cargo(package, &package.join("target"), &["--bin", "hello"])?;
    Ok(package.join("target/release/hello"))
}

/// abcd itself.
pub fn abcd(package: &Path) -> Result<PathBuf, Box<dyn Error>> {
    cargo(package, &package.join("target"), &["--bin", "abcd"])?;
    Ok(package.join("target/release/abcd"))
}

/// Builds one package at release into `target`.
pub fn cargo(package: &Path, target: &Path, args: &[&str]) -> Result<(), Box<dyn Error>> {
    eprintln!("building {} in {}", args.join(" "), package.display());
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--quiet"]).args(args).current_dir(package);
    command.env("CARGO_TARGET_DIR", target);
    if command.status()?.success() { Ok(()) } else { Err("the build failed".into()) }
}

/// Whether the binary has a command of this path.
pub fn knows(binary: &Path, path: &str) -> Result<bool, Box<dyn Error>> {
    let mut command = Command::new(binary);
    command.arg("explain").args(path.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command.status()?.success())
}
