//! What a prompt can use of a repository, borrowed from what detection found.

/// The facts of one repository that a prompt depends on. Nothing in it has been checked yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known<'a> {
    /// The branch that pull requests go into.
    pub default_branch: Option<&'a str>,
    /// The forge's id, such as `github`.
    pub hosting: Option<&'a str>,
    /// `owner/name` on the forge.
    pub slug: Option<&'a str>,
    /// The name of the git remote that the loop pushes to.
    pub remote: Option<&'a str>,
    /// The gate commands, in the order to run them.
    pub gates: Vec<KnownGate<'a>>,
    /// Where decisions are logged.
    pub log: Option<KnownLog<'a>>,
    /// The folders of abcd's own record whose files git tracks.
    pub tracked_tiers: Vec<&'a str>,
    /// What a contributor must know about the platform, in our own words.
    pub caveats: Vec<&'a str>,
}

/// A command that must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownGate<'a> {
    /// The command line.
    pub command: &'a str,
    /// The folder to run it in, relative to the root; `.` is the root.
    pub dir: &'a str,
}

/// A decision log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownLog<'a> {
    /// Its path, relative to the root.
    pub path: &'a str,
    /// Whether git tracks it; one that git ignores is never named in a prompt.
    pub tracked: bool,
    /// A file that lines are appended to, rather than a folder of files.
    pub file: bool,
}
