//! Whether a command calls a target, and which, and in which folder.

/// A call of targets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Call {
    /// The names, in order; none: the default.
    pub(crate) names: Vec<String>,
    /// The folder that the call names.
    pub(crate) dir: Option<String>,
    /// Words for the target.
    pub(crate) args: Vec<String>,
    /// The call is for members of a workspace, not for the folder.
    pub(crate) members: bool,
}

const FOLDER: [&str; 6] = ["-C", "--directory", "--prefix", "--cwd", "--dir", "--project-root"];
const MEMBERS: [&str; 7] = ["-F", "--filter", "-w", "--workspace", "--workspaces", "-r", "--recursive"];
const TAKES: [&str; 7] = ["-f", "--file", "--makefile", "-F", "--filter", "-w", "--workspace"];

/// Reads `words` by a spelling such as `npm run {name}`. `many`: all bare words are names.
pub(crate) fn read(words: &[&str], spelling: &str, many: bool) -> Option<Call> {
    let mut wanted = spelling.split(' ').peekable();
    let (first, rest) = words.split_first()?;
    if wanted.next()? != *first {
        return None;
    }
    let mut call = Call::default();
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        at += 1;
        if wanted.peek().is_none() {
            if many && !word.starts_with('-') && !word.contains('=') {
                call.names.push((*word).to_owned());
            } else if *word != "--" {
                // `npm --prefix dir run x` may also be written with the folder last.
                if FOLDER.contains(word) && !many {
                    call.dir = rest.get(at).map(|dir| (*dir).to_owned());
                    at += 1;
                } else {
                    call.args.push((*word).to_owned());
                }
            }
            continue;
        }
        if wanted.peek() == Some(word) {
            wanted.next();
            continue;
        }
        if let Some(want) = wanted.peek()
            && let Some((before, _)) = want.split_once("{name}")
            && (!word.starts_with(['-', '+']) || before.starts_with('-'))
            && let Some(name) = word.strip_prefix(before)
        {
            if name.contains('=') && many {
                continue;
            }
            call.names.push(name.to_owned());
            wanted.next();
        } else if FOLDER.contains(word) {
            call.dir = rest.get(at).map(|dir| (*dir).to_owned());
            at += 1;
        } else if let Some(dir) =
            FOLDER.iter().find_map(|flag| word.strip_prefix(flag)).filter(|rest| !rest.is_empty())
        {
            call.dir = Some(dir.trim_start_matches('=').to_owned());
        } else if word.starts_with('-') || word.starts_with('+') {
            call.members |= MEMBERS.iter().any(|flag| word == flag || word.starts_with(&format!("{flag}=")));
            at += usize::from(TAKES.contains(word));
        } else if !(many && word.contains('=')) {
            return None;
        }
    }
    let left: Vec<&str> = wanted.collect();
    (left.is_empty() || (many && left == ["{name}"])).then_some(call)
}

#[cfg(test)]
mod tests {
    use super::{Call, read};

    fn call(text: &str, spelling: &str, many: bool) -> Option<Call> {
        read(&text.split(' ').collect::<Vec<_>>(), spelling, many)
    }

    #[test]
    fn a_call_names_targets_and_a_folder() {
        let made = call("make -C sub -j4 V=1 lint test", "make {name}", true).unwrap();
        assert_eq!(
            (made.names, made.dir.as_deref()),
            (vec!["lint".to_owned(), "test".to_owned()], Some("sub"))
        );
        assert_eq!(call("make", "make {name}", true).unwrap().names, Vec::<String>::new());
        let npm = call("npm --prefix web run lint -- --fix", "npm run {name}", false).unwrap();
        assert_eq!(
            (npm.names, npm.args, npm.dir.as_deref()),
            (vec!["lint".to_owned()], vec!["--fix".to_owned()], Some("web"))
        );
        assert!(call("pnpm --filter web run lint", "pnpm run {name}", false).unwrap().members);
        assert_eq!(
            call("hatch run +py=3.12 test:cov", "hatch run {name}", false).unwrap().names,
            ["test:cov"]
        );
        assert_eq!(call("npm ci", "npm run {name}", false), None);
        assert_eq!(call("yarn run lint", "yarn {name}", false).unwrap().names, ["run"]);
    }
}
