//! The repository that a call is about, or the refusal that says why there is none.

use crate::call::Call;
use crate::host::Host;
use crate::host::place::{NoRepository, Repository};
use crate::refusal::{Refusal, Stop};
use crate::registry::code;

/// Finds the repository of `--repo` or of the working folder.
pub(crate) fn repository(call: &Call, host: &Host) -> Result<Repository, Stop> {
    let start = call.repo.as_ref().map_or_else(|| host.env.cwd.clone(), |repo| host.env.cwd.join(repo));
    Repository::around(&start).map_err(|none| {
        Refusal::new(match none {
            NoRepository::Absent => code::INIT_NO_REPOSITORY,
            NoRepository::Bare => code::INIT_BARE_REPOSITORY,
            NoRepository::Unreadable(_) => code::INIT_REPOSITORY_UNREADABLE,
        })
        .into()
    })
}
