//! What holds for every routine of a call: the template versions, and what the person set for themselves.

use super::laid::Laid;
use super::make;
use crate::host::Host;
use crate::host::files::Trouble;
use crate::host::git::Git;
use crate::host::place::{NoRepository, Repository as Place};
use crate::person::{Allowed, Settings};
use crate::refusal::{Fault, Refusal, Stop};
use crate::registry::code;
use crate::routine::detect::rows::Rows;
use crate::routine::detect::{Facts, Found, Wants, find};
use crate::routine::manifest::{Repository, is_host};
use crate::routine::render::Editions;
use crate::routine::render::plain;

/// The terms of a call, read once.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The template versions.
    pub editions: Editions,
    /// The person's settings.
    pub settings: Settings,
}

impl Terms {
    /// Reads them.
    pub fn of(host: &Host) -> Result<Self, Stop> {
        Ok(Self { editions: editions(host)?, settings: Settings::of(&host.env)? })
    }

    /// How far the person lets a routine merge in this repository, as its own remote names it.
    pub fn allowed(&self, facts: &Facts) -> Allowed {
        self.settings.merge.of(make::place(&identity(facts)).as_deref())
    }
}

/// The template versions that a call renders from.
pub fn editions(host: &Host) -> Result<Editions, Stop> {
    Editions::of(&host.env).map_err(|trouble| Fault::new(format!("the template versions: {trouble}")).into())
}

/// There is no repository to work in.
pub fn no_repository(none: NoRepository) -> Stop {
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
}

/// Looks at a repository.
pub fn look(place: &Place, host: &Host, wants: Wants<'_>) -> Result<Found, Stop> {
    let git = Git::at(&host.env, &place.root);
    find(place, &git, &Rows::of_tables(), wants).map_err(|unread| Fault::new(unread.to_string()).into())
}

/// Which repository the facts are of.
pub fn identity(facts: &Facts) -> Repository {
    let repository = &facts.repository;
    let (root, slug, host) = (repository.root.clone(), repository.slug.clone(), repository.host.clone());
    // A record and a manifest hold what is plain and nothing else.
    Repository { root, slug: slug.filter(|slug| plain::slug(slug)), host: host.filter(|host| is_host(host)) }
}

/// Which repository a routine is for: what its record says comes before what a clone or a fork shows.
pub fn recorded(laid: Option<&Laid>, facts: &Facts) -> Repository {
    let now = identity(facts);
    let Some(then) = laid.map(|laid| laid.record.repository.clone()) else { return now };
    Repository { root: then.root.or(now.root), slug: then.slug.or(now.slug), host: then.host.or(now.host) }
}
