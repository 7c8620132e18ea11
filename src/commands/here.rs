//! Which repository a call is about.

use crate::call::Call;
use crate::host::Host;
use crate::host::files::Trouble;
use crate::host::place::{NoRepository, Repository};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;

/// The repository around `--repo` or the working folder.
pub(crate) fn repository(call: &Call, host: &Host) -> Result<Repository, Stop> {
    let start = call.repo.as_deref().map_or_else(|| host.env.cwd.clone(), |repo| host.env.cwd.join(repo));
    Repository::around(&start).map_err(|none| {
        let code = match none {
            NoRepository::Absent => code::INIT_NO_REPOSITORY,
            NoRepository::Bare => code::INIT_BARE_REPOSITORY,
            // The repository may be sound; whose it is has to let the caller in.
            NoRepository::Unreadable(trouble @ Trouble::Denied) => {
                return Fault::new(format!("`.git` may not be read: {trouble}")).into();
            }
            NoRepository::Unreadable(_) => code::INIT_REPOSITORY_UNREADABLE,
        };
        Refusal::new(code).into()
    })
}
