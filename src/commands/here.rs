//! Which repository a call is about.

use crate::call::Call;
use crate::host::Host;
use crate::host::place::Repository;
use crate::refusal::Stop;
use crate::routine::record::terms::no_repository;

/// The repository around `--repo` or the working folder.
pub(crate) fn repository(call: &Call, host: &Host) -> Result<Repository, Stop> {
    let start = call.repo.as_deref().map_or_else(|| host.env.cwd.clone(), |repo| host.env.cwd.join(repo));
    Repository::around(&start).map_err(no_repository)
}
