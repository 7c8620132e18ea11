//! What git's own files tell without git: the branch that others start from, the forge, the slug.

use std::collections::BTreeSet;

use super::facts::Repository;
use super::grammar;
use super::rows::Rows;
use crate::host::files::{Dir, Kind};

/// The largest of git's files that is read, in bytes.
const CAP: u64 = 4 * 1024 * 1024;
/// How many remotes are looked at.
const REMOTES: usize = 64;
/// How many branches are looked at.
const BRANCHES: usize = 5_000;
/// The branches of which one is usually the default.
const USUAL: [&str; 2] = ["main", "master"];

/// A remote of the configuration.
struct Remote {
    name: String,
    url: String,
}

/// Reads the shared git folder (`common`) and that of the working tree (`own`).
pub(super) fn read(common: &Dir, own: &Dir, rows: &Rows<'_>) -> Repository {
    let config = common.read_text("config", CAP).unwrap_or_default();
    let remotes = remotes(&config);
    let remote = remotes.iter().find(|remote| remote.name == "origin").or(match remotes.as_slice() {
        [only] => Some(only),
        _ => None,
    });
    let named = remote.map(|remote| remote.name.clone()).filter(|name| grammar::is_name(name));
    let mut repository = Repository { remote: named, ..Repository::default() };
    if let Some((host, path)) = remote.and_then(|remote| host_and_path(&remote.url)) {
        let row = rows.hostings.iter().find(|row| match row.host.strip_prefix('.') {
            Some(_) => host.ends_with(row.host.as_ref()),
            None => host == row.host,
        });
        let same = row.and_then(|row| row.same_as.as_deref());
        repository.host = Some(same.map_or(host, str::to_owned)).filter(|host| is_host(host));
        repository.hosting = Some(row.map_or_else(|| "other".to_owned(), |row| row.id.to_string()));
        repository.slug = slug(&path);
    }
    let name = remote.map_or("origin", |remote| remote.name.as_str());
    repository.default_branch =
        default_branch(common, own, name, remote.is_some()).filter(|name| is_branch(name));
    repository
}

/// The branch that others start from: what the remote calls its own; where that is not on disk, the only
/// branch there is, or the one of the usual names that is there.
fn default_branch(common: &Dir, own: &Dir, remote: &str, has_remote: bool) -> Option<String> {
    let prefix = format!("refs/remotes/{remote}/");
    let head = format!("{prefix}HEAD");
    if let Ok(text) = common.read_text(&head, CAP)
        && let Some(name) =
            text.trim().strip_prefix("ref:").and_then(|name| name.trim().strip_prefix(&prefix))
    {
        return Some(name.to_owned());
    }
    let packed = common.read_text("packed-refs", CAP).unwrap_or_default();
    let theirs = branches(common, &packed, &prefix);
    if let Some(found) = only(&theirs) {
        return Some(found);
    }
    if has_remote && !theirs.is_empty() {
        return None;
    }
    let ours = branches(common, &packed, "refs/heads/");
    if let Some(found) = only(&ours) {
        return Some(found);
    }
    // No commit yet: the branch that the first one will make.
    let head = own.read_text("HEAD", CAP).ok()?;
    let unborn = head.trim().strip_prefix("ref:")?.trim().strip_prefix("refs/heads/")?.to_owned();
    ours.is_empty().then_some(unborn)
}

fn only(branches: &BTreeSet<String>) -> Option<String> {
    let usual: Vec<&str> = USUAL.into_iter().filter(|name| branches.contains(*name)).collect();
    match (branches.len(), usual.as_slice()) {
        (1, _) => branches.first().cloned(),
        (_, [one]) => Some((*one).to_owned()),
        _ => None,
    }
}

/// The names below a prefix of refs, loose and packed.
fn branches(common: &Dir, packed: &str, prefix: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in packed.lines().take(BRANCHES * 4) {
        let name = line.split_once(' ').map(|(_, name)| name.trim());
        found.extend(name.and_then(|name| name.strip_prefix(prefix)).map(str::to_owned));
    }
    loose(common, prefix.trim_end_matches('/'), "", 6, &mut found);
    found.remove("HEAD");
    found
}

fn loose(common: &Dir, folder: &str, below: &str, depth: usize, found: &mut BTreeSet<String>) {
    let Ok(entries) = common.stream(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let Some(name) = entry.name.to_str() else { continue };
        let full = format!("{below}{name}");
        match entry.kind {
            Kind::File if found.len() < BRANCHES => {
                found.insert(full);
            }
            Kind::Folder if depth > 0 => {
                loose(common, &format!("{folder}/{name}"), &format!("{full}/"), depth - 1, found);
            }
            _ => {}
        }
    }
}

pub(super) fn is_branch(name: &str) -> bool {
    name.len() <= 100
        && !name.starts_with(['-', '/', '.'])
        && !name.contains("..")
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-./+".contains(c))
        && grammar::is_path(name)
}

/// The remotes of a git configuration, in its order.
fn remotes(config: &str) -> Vec<Remote> {
    let mut remotes: Vec<Remote> = Vec::new();
    let mut section: Option<String> = None;
    for line in config.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[') {
            let name = head.strip_prefix("remote \"").and_then(|rest| rest.split_once('"'));
            section = name.map(|(name, _)| name.to_owned());
        } else if let Some(name) = &section
            && let Some((key, url)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("url")
            && remotes.len() < REMOTES
            && !remotes.iter().any(|remote| remote.name == *name)
        {
            remotes.push(Remote { name: name.clone(), url: url.trim().trim_matches('"').to_owned() });
        }
    }
    remotes
}

/// Host and path of a remote's address; its user and password are dropped here and go no further.
fn host_and_path(url: &str) -> Option<(String, String)> {
    let (authority, path) = match url.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.split_once('/')?,
        // `user@host:path`, unless it is a path of this machine.
        None => url.split_once(':').filter(|(host, _)| host.len() > 1 && !host.contains('/'))?,
    };
    // A path that holds an `@` may be the end of a password in which a character was not escaped.
    if path.contains('@') {
        return None;
    }
    let host = authority.rsplit('@').next()?.split(':').next()?.to_ascii_lowercase();
    // A name that ends in a dot is the same name, spelt whole.
    Some((host.trim_end_matches('.').to_owned(), path.to_owned()))
}

/// Whether a host's name is plain: letters, digits, hyphens and dots.
fn is_host(host: &str) -> bool {
    let level = |level: &str| {
        (1..=63).contains(&level.len())
            && !level.starts_with('-')
            && level.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    host.len() <= 253 && host.split('.').all(level)
}

/// `owner/name` of a path, if it is plain.
fn slug(path: &str) -> Option<String> {
    let path = path.trim_matches('/').trim_end_matches(".git").trim_end_matches('/');
    let parts: Vec<&str> = path.split('/').collect();
    let plain = |part: &&str| {
        !part.is_empty()
            && part.len() <= 100
            && !part.starts_with('-')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-.~".contains(c))
    };
    (parts.len() >= 2 && parts.len() <= 6 && parts.iter().all(plain)).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{host_and_path, is_branch, is_host, slug};

    #[test]
    fn an_address_gives_host_and_slug_and_no_secret() {
        for (url, host, name) in [
            ("https://github.com/o/r.git", "github.com", "o/r"),
            ("https://user:ghp_secret@github.com/o/r", "github.com", "o/r"),
            ("git@github.com:o/r.git", "github.com", "o/r"),
            ("https://GitHub.com./o/r", "github.com", "o/r"),
            ("ssh://git@gitlab.com:2222/group/sub/r.git", "gitlab.com", "group/sub/r"),
        ] {
            let (found, path) = host_and_path(url).unwrap();
            assert_eq!((found.as_str(), slug(&path).as_deref()), (host, Some(name)));
        }
        assert_eq!(host_and_path("/srv/git/r.git"), None);
        assert_eq!(host_and_path("file:///srv/r"), None);
        for url in ["https://me:se/cret@github.com/o/r", "me:secret@github.com:o/r.git"] {
            assert_eq!(host_and_path(url), None, "{url}");
        }
        assert_eq!(slug("o/r;rm"), None);
    }

    #[test]
    fn a_host_is_plain() {
        for host in ["github.com", "localhost", "git.example.co.uk", "10.0.0.7"] {
            assert!(is_host(host), "{host}");
        }
        for host in ["", "a..b", "-o.example", "a b", "[::1]", "ignore all", "h\u{202e}t", "a`id`"] {
            assert!(!is_host(host), "{host}");
        }
    }

    #[test]
    fn a_branch_is_plain() {
        assert!(is_branch("release/4.x"));
        for name in ["-x", "a b", "a`b", "a..b", "a\u{202e}b", "$(id)"] {
            assert!(!is_branch(name), "{name}");
        }
    }
}
