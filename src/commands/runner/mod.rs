//! What is asked about the runners of roles.

pub(crate) mod check;
pub(crate) mod list;

use crate::call::Call;
use crate::host::Host;
use crate::host::files::Dir;
use crate::host::place::Repository;
use crate::person::Settings;
use crate::refusal::Stop;
use crate::runner::ground::Ground;
use crate::runner::ready::ready;
use crate::runner::routes::{Route, Routes};

use super::here::repository;

/// The routes, and the repository that they hold in, if there is one.
fn routes(flag: Option<&str>, call: &Call, host: &Host) -> Result<(Routes, Option<Repository>), Stop> {
    let settings = Settings::of(&host.env)?;
    let place = match repository(call, host) {
        Ok(place) => Some(place),
        // Outside of a repository the person's own settings hold alone.
        Err(stop) if call.repo.is_some() => return Err(stop),
        Err(_) => None,
    };
    let root = place.as_ref().map(|place| Dir::open(&place.root)).transpose();
    let root = root.map_err(|trouble| crate::refusal::Fault::new(format!("the repository: {trouble}")))?;
    Ok((Routes::of(&settings, root.as_ref(), flag)?, place))
}

/// Why the runner of a route would not be started; none where it would.
fn refused(route: &Route, place: Option<&Repository>, host: &Host) -> Option<String> {
    let ground = place.map(Ground::of_repository).unwrap_or_default();
    ready(route, host.env.path.as_ref(), &ground).err().map(|failure| failure.detail)
}
