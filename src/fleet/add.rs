//! A routine that is new in a repository: all of it, or nothing; what stands there already stays.

use std::path::Path;

use super::judge::Reason;
use super::seen::Open;
use crate::host::Host;
use crate::person::Ceiling;
use crate::records::home;
use crate::refusal::{Refusal, Stop};
use crate::registry::code;
use crate::routine::detect::History;
use crate::routine::record::laid;
use crate::routine::record::layers::Layers;
use crate::routine::record::make::{Parts, make};
use crate::routine::record::terms::Terms;
use crate::routine::render::Edition;

/// What is asked of every repository.
#[derive(Debug, Clone)]
pub struct Orders<'a> {
    /// The newest version of the archetype.
    pub edition: Edition<'a>,
    /// The answers.
    pub layers: Layers<'a>,
    /// The routine's name.
    pub name: String,
    /// Whether anything is written.
    pub write: bool,
    /// Whether `.abcd/` is made where it is missing.
    pub init: bool,
}

/// What became of a repository.
#[derive(Debug)]
pub enum Added {
    /// The routine was, or would be, laid down, with this authority.
    Laid(Ceiling),
    /// A routine of that name stands there.
    There,
    /// The repository is left as it is.
    Left(Reason),
    /// It could not be worked on.
    Failed(Reason),
}

/// Adds the routine to the repository at `folder`.
pub fn add(folder: &Path, orders: &Orders<'_>, terms: &Terms, host: &Host) -> Added {
    match laid_into(folder, orders, terms, host) {
        Ok(Some(authority)) => Added::Laid(authority),
        Ok(None) => Added::There,
        Err(stop @ Stop::Refused(_)) => Added::Left(Reason::stopped(&stop)),
        Err(stop) => Added::Failed(Reason::stopped(&stop)),
    }
}

fn laid_into(
    folder: &Path,
    orders: &Orders<'_>,
    terms: &Terms,
    host: &Host,
) -> Result<Option<Ceiling>, Stop> {
    let open = Open::at(folder)?;
    if laid::read(&open.root, &orders.name)?.is_some() {
        return Ok(None);
    }
    let home = laid::has_home(&open.root)?;
    if !home && !orders.init {
        return Err(Refusal::new(code::INIT_ABSENT).into());
    }
    let mut now = open.now(std::slice::from_ref(&orders.name), History::Root, terms, host)?;
    if now.ignores(&orders.name) {
        return Err(Refusal::new(code::ROUTINE_IGNORED_PATH).into());
    }
    if !home {
        now.with_record();
    }
    let made = make(Parts {
        edition: orders.edition,
        name: &orders.name,
        layers: &orders.layers,
        allowed: &now.allowed,
        known: &now.known,
        repository: &now.identity,
    })?;
    if orders.write {
        if !home {
            home::init(&open.place, host)?;
        }
        let lock = laid::lock(&open.root, host)?;
        // Another call may have been quicker.
        if laid::read(&open.root, &orders.name)?.is_some() {
            return Ok(None);
        }
        laid::lay(&open.root, &made, &lock)?;
    }
    Ok(Some(made.record.authority))
}
