//! Files that are written from the registries, each to its place in a repository.

use schemars::JsonSchema;
use serde::Serialize;

use crate::call::{Call, Page};
use crate::commands::here::repository;
use crate::host::Host;
use crate::host::files::{Dir, Kind, Trouble};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;

/// The most that is read of a file before it is written anew, in bytes.
const CAP: u64 = 4 * 1024 * 1024;

/// What was written, by paths relative to the top of the repository.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Written {
    /// The files that are new or changed.
    written: Vec<String>,
    /// The files that already said the same.
    unchanged: Vec<String>,
    #[serde(skip)]
    quiet: bool,
}

impl Written {
    pub(super) fn page(&self, page: &mut Page) {
        if self.quiet {
            return;
        }
        for path in &self.written {
            page.line(format!("wrote {path}"));
        }
        for path in &self.unchanged {
            page.line(format!("unchanged {path}"));
        }
    }
}

/// Writes `files` (path and text) below the repository of the call, which must have a record.
pub(super) fn write(
    call: &Call,
    host: &Host,
    files: impl IntoIterator<Item = (String, String)>,
) -> Result<Written, Stop> {
    let root = repository(call, host)?.open().map_err(|why| failed("the repository", why))?;
    match root.kind(".abcd") {
        Ok(Some(Kind::Folder)) => {}
        Ok(None) => return Err(Refusal::new(code::INIT_ABSENT).into()),
        Ok(Some(_)) => return Err(Refusal::new(code::INIT_UNSAFE_PATH).at(".abcd").into()),
        Err(why) => return Err(failed(".abcd", why)),
    }
    let mut written = Written { quiet: call.quiet, ..Written::default() };
    for (path, text) in files {
        let list = if put(&root, &path, &text)? { &mut written.written } else { &mut written.unchanged };
        list.push(path);
    }
    Ok(written)
}

/// Writes one file; says whether it is new or changed.
fn put(root: &Dir, path: &str, text: &str) -> Result<bool, Stop> {
    match root.read(path, CAP) {
        Ok(there) if there == text.as_bytes() => return Ok(false),
        Ok(_) | Err(Trouble::Absent | Trouble::TooLarge { .. }) => {}
        Err(why) => return Err(failed(path, why)),
    }
    let made = path.rsplit_once('/').map_or(Ok(false), |(folder, _)| root.make_dir(folder));
    made.and_then(|_| root.write(path, text.as_bytes())).map_err(|why| failed(path, why))?;
    Ok(true)
}

fn failed(path: &str, why: Trouble) -> Stop {
    match why {
        Trouble::Link | Trouble::NotRegular | Trouble::NotDirectory => {
            Refusal::new(code::INIT_UNSAFE_PATH).at(path).into()
        }
        why => Fault::new(format!("{path} could not be written: {why}")).into(),
    }
}
