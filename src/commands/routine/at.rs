//! What every command that works on the routines of one repository begins with.

use crate::call::Call;
use crate::commands::here::repository;
use crate::host::Host;
use crate::host::files::Dir;
use crate::host::place::Repository as Place;
use crate::refusal::{Fault, Stop};
use crate::routine::record::laid::{self, Laid};
use crate::routine::record::terms::Terms;

/// A repository, and the terms of the call.
pub(super) struct At {
    pub(super) place: Place,
    pub(super) root: Dir,
    pub(super) terms: Terms,
}

impl At {
    /// The repository of the call.
    pub(super) fn of(call: &Call, host: &Host) -> Result<Self, Stop> {
        let place = repository(call, host)?;
        let root = place.open().map_err(|trouble| Fault::new(format!("the repository: {trouble}")))?;
        Ok(Self { place, root, terms: Terms::of(host)? })
    }

    /// The routine of that name, or all of them; there is at least one.
    pub(super) fn routines(&self, name: Option<&str>) -> Result<Vec<Laid>, Stop> {
        if let Some(name) = name {
            return Ok(vec![laid::of(&self.root, name)?]);
        }
        let names = laid::names(&self.root)?;
        let all: Vec<Laid> = names
            .iter()
            .filter_map(|name| laid::read(&self.root, name).transpose())
            .collect::<Result<_, _>>()?;
        if all.is_empty() { Err(laid::absent(&names)) } else { Ok(all) }
    }
}
