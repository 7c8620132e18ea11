//! What a prompt calls its remote, its target branch and its place on the forge.

use super::context::Sieve;
use super::known::Known;
use super::plain;

/// The remote's name where none is known: what git calls its first.
const FIRST_REMOTE: &str = "origin";

/// The names that a template writes into its commands.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) slug: String,
    pub(super) forge: &'static str,
    pub(super) forge_name: &'static str,
    pub(super) remote: String,
    pub(super) remote_known: bool,
    pub(super) target: String,
    /// The remote-tracking name of the target.
    pub(super) base: String,
}

impl Names {
    /// The names as detection told them; the oldest templates write them out.
    pub(super) fn told(sieve: &mut Sieve, known: &Known, branch: &str) -> Self {
        let slug = sieve.keep("the repository's name on its forge", known.slug.as_deref(), plain::slug);
        let remote = sieve.keep("the remote", known.remote.as_deref(), plain::branch);
        let remote_known = !remote.is_empty();
        let remote = if remote_known { remote } else { FIRST_REMOTE.to_owned() };
        let target = if branch.is_empty() { "$TARGET".to_owned() } else { branch.to_owned() };
        let (forge, forge_name) = forge(known.hosting.as_deref(), !slug.is_empty());
        Self { base: format!("{remote}/{target}"), slug, forge, forge_name, remote, remote_known, target }
    }

    /// The variables that the prompt's own commands set.
    pub(super) fn found(hosting: Option<&str>) -> Self {
        let (forge, forge_name) = forge(hosting, true);
        Self {
            slug: String::new(),
            forge,
            forge_name,
            remote: "$REMOTE".to_owned(),
            remote_known: true,
            target: "$TARGET".to_owned(),
            base: "$BASE".to_owned(),
        }
    }
}

/// The forge whose client's commands a template knows, and a name for it in a sentence.
/// The client is of no use where the repository's place on the forge is not known.
fn forge(hosting: Option<&str>, placed: bool) -> (&'static str, &'static str) {
    match hosting {
        Some("github") if placed => ("github", "GitHub"),
        Some("gitlab") if placed => ("gitlab", "GitLab"),
        Some("github") => ("other", "GitHub"),
        Some("gitlab") => ("other", "GitLab"),
        Some("bitbucket") => ("other", "Bitbucket"),
        Some("forgejo") => ("other", "Forgejo"),
        Some("gitea") => ("other", "Gitea"),
        Some("sourcehut") => ("other", "SourceHut"),
        Some("azure") => ("other", "Azure DevOps"),
        Some("gerrit") => ("other", "Gerrit"),
        _ => ("other", "the repository's forge"),
    }
}
