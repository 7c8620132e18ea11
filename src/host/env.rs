//! The environment, read once at start and passed on as a value.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What abcd reads from its environment. Nothing else of it is looked at.
#[derive(Debug, Clone, Default)]
pub struct Env {
    /// The working folder; `.` where it can no longer be named.
    pub cwd: PathBuf,
    /// The person's home, where it is an absolute path.
    pub home: Option<PathBuf>,
    /// `$XDG_CONFIG_HOME`, or `.config` in the home.
    pub xdg_config: Option<PathBuf>,
    /// `$XDG_STATE_HOME`, or `.local/state` in the home.
    pub xdg_state: Option<PathBuf>,
    /// Whether `NO_COLOR` is set to something.
    pub no_color: bool,
    /// Whether `ABCD_ACCESSIBLE` or `ACCESSIBLE` is set to something: questions are plain lines.
    pub accessible: bool,
    /// Whether the locale (`LC_ALL`, `LC_CTYPE` or `LANG`, the first that is set) writes UTF-8.
    pub utf8: bool,
    /// `$TERM`.
    pub term: Option<OsString>,
    /// Where temporary files of the machine go.
    pub temp: PathBuf,
    /// `$PATH`, for the programs that abcd starts.
    pub path: Option<OsString>,
    /// `ABCD_NOW`: an RFC 3339 time that stands in for the clock in tests.
    pub now: Option<String>,
    /// `ABCD_ENTROPY`: a number that makes randomness repeat in tests; unread in a release build.
    pub seed: Option<String>,
    /// `ABCD_LOCK_WAIT_MS`: a shorter patience for tests; unread in a release build.
    pub lock_wait: Option<String>,
    /// `ABCD_EDITIONS`: a folder of template versions that nobody released; unread in a release build.
    pub editions: Option<PathBuf>,
    /// `ABCD_GIT_WAIT_MS`: a shorter patience with git for tests; unread in a release build.
    pub git_wait: Option<String>,
    /// `ABCD_DISPATCH_WAIT_MS`: a shorter patience with a runner for tests; unread in a release build.
    pub dispatch_wait: Option<String>,
}

impl Env {
    /// Reads the process's environment.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads it")]
    pub fn of_process() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let os = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let for_tests = |name: &str| if cfg!(debug_assertions) { text(name) } else { None };
        let home = absolute(os("HOME"));
        let below_home = |rest: &str| home.as_deref().map(|home| home.join(rest));
        Self {
            cwd: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            xdg_config: absolute(os("XDG_CONFIG_HOME")).or_else(|| below_home(".config")),
            xdg_state: absolute(os("XDG_STATE_HOME")).or_else(|| below_home(".local/state")),
            no_color: os("NO_COLOR").is_some(),
            accessible: os("ABCD_ACCESSIBLE").or_else(|| os("ACCESSIBLE")).is_some(),
            utf8: ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| os(name)).is_some_and(writes_utf8),
            term: os("TERM"),
            temp: std::env::temp_dir(),
            path: os("PATH"),
            now: text("ABCD_NOW"),
            seed: for_tests("ABCD_ENTROPY"),
            lock_wait: for_tests("ABCD_LOCK_WAIT_MS"),
            editions: for_tests("ABCD_EDITIONS").map(PathBuf::from),
            git_wait: for_tests("ABCD_GIT_WAIT_MS"),
            dispatch_wait: for_tests("ABCD_DISPATCH_WAIT_MS"),
            home,
        }
    }
}

/// Whether a locale such as `de_DE.UTF-8` names that encoding.
fn writes_utf8(locale: OsString) -> bool {
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// The whole environment of the person for a program that works in their name, without what would have git work
/// on another repository or under another configuration. Who they are (`GIT_AUTHOR_*`, `GIT_COMMITTER_*`) stays.
pub fn of_person() -> Vec<(OsString, OsString)> {
    let theirs = |name: &str| name.starts_with("GIT_AUTHOR_") || name.starts_with("GIT_COMMITTER_");
    std::env::vars_os()
        .filter(|(name, _)| {
            let name = name.to_string_lossy();
            !name.starts_with("GIT_") || theirs(&name)
        })
        .collect()
}

/// A relative home or XDG folder is ignored, as the XDG specification asks.
fn absolute(value: Option<OsString>) -> Option<PathBuf> {
    value.map(PathBuf::from).filter(|path| Path::is_absolute(path))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::PathBuf;

    use super::{absolute, writes_utf8};

    #[test]
    fn a_locale_says_whether_it_writes_utf_8() {
        let all = ["C.UTF-8", "de_DE.utf8", "en_US.UTF-8@euro", "C", "POSIX", "de_DE.ISO-8859-1"];
        assert_eq!(all.map(|locale| writes_utf8(locale.into())), [true, true, true, false, false, false]);
    }

    #[test]
    fn a_relative_home_is_no_home() {
        assert_eq!(absolute(Some(OsString::from("here"))), None);
        assert_eq!(absolute(Some(OsString::from("/home/x"))), Some(PathBuf::from("/home/x")));
    }
}
