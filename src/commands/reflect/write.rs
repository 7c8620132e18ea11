//! `abcd reflect write`: files the answers about a release.

use std::path::Path;

use super::super::here::repository;
use super::super::named_file;
use crate::call::{Call, Document, Outcome, Page};
use crate::host::Host;
use crate::host::files::Trouble;
use crate::host::input;
use crate::reflect::answers::{CAP, check};
use crate::reflect::record::{Written, write};
use crate::reflect::seed::seed;
use crate::refusal::{Refusal, Stop};
use crate::registry::{args, code};

/// What stands for standard input.
const PIPED: &str = "-";

pub(crate) fn run(args: args::ReflectWrite, call: &Call, host: &Host) -> Outcome<Written> {
    let repository = repository(call, host)?;
    let seed = seed(host, &repository, &args.tag)?;
    let answers = check(&text(host, &args.answers)?)?;
    Ok(write(host, &repository, &seed, &answers, args.proceed)?.into())
}

fn text(host: &Host, file: &Path) -> Result<String, Stop> {
    let read =
        if file == Path::new(PIPED) { input::text(CAP) } else { named_file::read(&host.env.cwd, file, CAP) };
    read.map_err(|trouble| match trouble {
        Trouble::TooLarge { .. } => Refusal::new(code::REFLECT_ANSWERS_TOO_LARGE).into(),
        other => Refusal::new(code::REFLECT_ANSWERS_UNREADABLE).fact("why", &other.to_string()).into(),
    })
}

impl Document for Written {
    fn page(&self, page: &mut Page) {
        if self.written {
            page.line(format!("filed in {}", self.path));
        } else {
            page.line(format!("{} says the same already", self.path));
        }
        if !self.thin.is_empty() {
            page.note(format!("taken although thin: {}", self.thin.join(", ")));
        }
    }
}
