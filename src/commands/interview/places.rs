//! Where records of interviews may be kept, as a call sees it.

use crate::call::Call;
use crate::commands::here::repository;
use crate::host::Host;
use crate::interview::record::place::Place;
use crate::refusal::{Fault, Stop};
use crate::registry::values::RecordPlace;

/// The places that are there, the repository's first. Outside of a repository it is the home's alone, unless
/// `--repo` or `only` asks for one.
pub(super) fn places(call: &Call, host: &Host, only: Option<RecordPlace>) -> Result<Vec<Place>, Stop> {
    let mut places = Vec::new();
    if only != Some(RecordPlace::Home) {
        match repository(call, host) {
            Ok(found) => {
                let root =
                    found.open().map_err(|trouble| Fault::new(format!("the repository: {trouble}")))?;
                places.extend(Place::seen_in(root)?);
            }
            Err(stop) if only.is_some() || call.repo.is_some() => return Err(stop),
            Err(_) => {}
        }
    }
    if only != Some(RecordPlace::Repository) && host.env.home.is_some() {
        places.push(Place::of_home(host.env.home.as_deref())?);
    }
    Ok(places)
}
