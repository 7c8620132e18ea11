//! Shell text cut into the commands that it holds. Nothing is expanded but what a caller did before.
//!
//! This is no shell: control words are dropped, both sides of a branch count, and what stands in a
//! substitution is a command of its own. That is what a reader who must find the worst step needs.

/// One simple command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Command {
    /// Its words, settings before it and redirections left out.
    pub(super) words: Vec<Word>,
    /// The line (from 0) within the text on which it begins.
    pub(super) line: usize,
    /// Whether it stood in a substitution or beside a pipe: it is read, and is no command to offer.
    pub(super) inner: bool,
    /// Whether its failure is swallowed (`|| true`).
    pub(super) forgiven: bool,
    /// The settings before it, as written.
    pub(super) settings: Vec<String>,
    /// Whether what it says goes into a file.
    pub(super) writes: bool,
}

/// A word, as written and as meant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) raw: String,
    pub(super) text: String,
}

/// The longest text that is cut.
const LENGTH: usize = 256 * 1024;
/// How many commands a text may hold.
const COMMANDS: usize = 4_000;
/// The longest delimiter of a heredoc.
const HEREDOC: usize = 200;
/// How deep substitutions are followed.
const DEPTH: usize = 4;
const CONTROL: [&str; 14] =
    ["if", "then", "else", "elif", "fi", "do", "done", "while", "until", "!", "{", "}", "time", "esac"];

/// The commands of `text`, in their order.
pub(super) fn commands(text: &str) -> Vec<Command> {
    let mut cutter = Cutter { out: Vec::new(), depth: 0 };
    cutter.cut(text, 0, false);
    cutter.out
}

/// A script of PowerShell, near enough to shell text that the programs which it calls are seen.
pub(super) fn of_power(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<#") {
        out.push_str(before);
        rest = after.split_once("#>").map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    // Its line goes on after a back-quote, and what stands in braces is a list of commands.
    out.replace("`\r\n", " ").replace("`\n", " ").replace('`', "").replace('{', "{\n").replace('}', "\n}")
}

struct Cutter {
    out: Vec<Command>,
    depth: usize,
}

#[derive(Default)]
struct State {
    command: Command,
    word: Option<Word>,
    /// The next word is the target of a redirection.
    target: bool,
    /// Heredocs that begin on the next line, by their delimiter.
    heredocs: Vec<String>,
}

impl Cutter {
    fn cut(&mut self, text: &str, first: usize, inner: bool) {
        let chars: Vec<char> = text.chars().take(LENGTH).collect();
        let mut state =
            State { command: Command { line: first, inner, ..Command::default() }, ..State::default() };
        let (mut at, mut line) = (0, first);
        while let Some(&c) = chars.get(at).filter(|_| self.out.len() < COMMANDS) {
            let next = chars.get(at + 1).copied();
            match c {
                '\\' if next == Some('\n') => {
                    line += 1;
                    at += 1;
                }
                '\\' => {
                    if let Some(next) = next {
                        push(&mut state, &[c, next], next);
                    }
                    at += 1;
                }
                '\'' | '"' => {
                    let end = closing(&chars, at, c);
                    let quoted: String = chars.get(at + 1..end).unwrap_or_default().iter().collect();
                    line += quoted.matches('\n').count();
                    if c == '"' {
                        self.substitutions(&quoted, line);
                    }
                    let word = state.word.get_or_insert_default();
                    word.raw.push(c);
                    word.raw.push_str(&quoted);
                    word.raw.push(c);
                    word.text.push_str(&quoted);
                    at = end;
                }
                '`' => {
                    let end = closing(&chars, at, '`');
                    let body: String = chars.get(at + 1..end).unwrap_or_default().iter().collect();
                    self.inner(&body, line);
                    opaque(&mut state, &format!("`{body}`"));
                    at = end;
                }
                '$' if matches!(next, Some('(' | '{')) => {
                    let end = balanced(&chars, at + 1);
                    let body: String = chars.get(at + 2..end).unwrap_or_default().iter().collect();
                    let text: String = chars.get(at..=end).unwrap_or_default().iter().collect();
                    if next == Some('(') && !body.starts_with('(') {
                        self.inner(&body, line);
                    }
                    opaque(&mut state, &text);
                    line += body.matches('\n').count();
                    at = end;
                }
                '#' if state.word.is_none() => {
                    while chars.get(at + 1).is_some_and(|c| *c != '\n') {
                        at += 1;
                    }
                }
                '<' | '>' if next == Some('(') => {
                    let end = balanced(&chars, at + 1);
                    let body: String = chars.get(at + 2..end).unwrap_or_default().iter().collect();
                    self.inner(&body, line);
                    opaque(&mut state, &format!("{c}({body})"));
                    line += body.matches('\n').count();
                    at = end;
                }
                '<' | '>' => {
                    at += redirect(&chars, at, &mut state);
                }
                '\n' => {
                    self.end(&mut state, line, "\n");
                    line += 1;
                    for delimiter in std::mem::take(&mut state.heredocs) {
                        at = skip_heredoc(&chars, at, &delimiter, &mut line);
                    }
                    state.command.line = line;
                }
                ';' | '&' | '|' | '(' | ')' => {
                    let pair = next.is_some_and(|next| next == c && c != '(' && c != ')');
                    let by: String = std::iter::repeat_n(c, 1 + usize::from(pair)).collect();
                    self.end(&mut state, line, &by);
                    at += usize::from(pair);
                }
                c if c.is_whitespace() => finish_word(&mut state),
                c => push(&mut state, &[c], c),
            }
            at += 1;
        }
        self.end(&mut state, line, "");
    }

    fn inner(&mut self, body: &str, line: usize) {
        if self.depth < DEPTH {
            self.depth += 1;
            self.cut(body, line, true);
            self.depth -= 1;
        }
    }

    fn substitutions(&mut self, quoted: &str, line: usize) {
        let chars: Vec<char> = quoted.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            if chars.get(at) == Some(&'$') && chars.get(at + 1) == Some(&'(') {
                let end = balanced(&chars, at + 1);
                let body: String = chars.get(at + 2..end).unwrap_or_default().iter().collect();
                self.inner(&body, line);
                at = end;
            }
            at += 1;
        }
    }

    fn end(&mut self, state: &mut State, line: usize, by: &str) {
        finish_word(state);
        let inner = state.command.inner;
        let mut command = std::mem::replace(
            &mut state.command,
            Command { line, inner: inner && self.depth > 0, ..Command::default() },
        );
        if by == "|" {
            command.inner = true;
            state.command.inner = true;
        }
        if let Some(previous) = self.out.last_mut()
            && matches!(command.words.first().map(|word| word.text.as_str()), Some("true" | ":"))
            && by != "|"
        {
            previous.forgiven |= state.command.forgiven || command.forgiven;
        }
        if by == "||" {
            // The command after it decides whether this one's failure counts.
            state.command.forgiven = true;
        }
        command.forgiven = false;
        if !command.words.is_empty() {
            self.out.push(command);
        }
    }
}

/// Reads a redirection's sign and returns how many more characters it took.
fn redirect(chars: &[char], at: usize, state: &mut State) -> usize {
    // `2>&1`: the digit before the sign is no word.
    if state.word.as_ref().is_some_and(|word| word.raw.chars().all(|c| c.is_ascii_digit())) {
        state.word = None;
    }
    finish_word(state);
    let rest: String = chars.get(at..).unwrap_or_default().iter().take(3).collect();
    if let Some(after) = rest.strip_prefix("<<").filter(|after| !after.starts_with('<')) {
        let dash = usize::from(after.starts_with('-'));
        let from = at + 2 + dash;
        let tail: String =
            chars.get(from..).unwrap_or_default().iter().take(HEREDOC).take_while(|c| **c != '\n').collect();
        let delimiter: String =
            tail.trim_start().chars().take_while(|c| !c.is_whitespace() && !";|&)".contains(*c)).collect();
        let taken = tail.len() - tail.trim_start().len() + delimiter.chars().count();
        state.heredocs.push(delimiter.trim_matches(['"', '\'', '\\']).to_owned());
        return 1 + dash + taken;
    }
    state.command.writes |= rest.starts_with('>') && !rest.starts_with(">&");
    let signs =
        chars.get(at..).unwrap_or_default().iter().take_while(|c| "<>&|".contains(**c)).count().max(1);
    state.target = true;
    signs - 1
}

fn finish_word(state: &mut State) {
    let Some(word) = state.word.take() else { return };
    if std::mem::take(&mut state.target) {
        state.command.writes &= word.text != "/dev/null";
        return;
    }
    let first = state.command.words.is_empty();
    if first && is_setting(&word.raw) {
        state.command.settings.push(word.raw);
        return;
    }
    if first && CONTROL.contains(&word.raw.as_str()) {
        return;
    }
    state.command.words.push(word);
}

/// Whether a word before a command sets a variable.
pub(super) fn is_setting(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '+')
            && !name.starts_with(|c: char| c.is_ascii_digit())
    })
}

fn push(state: &mut State, raw: &[char], meant: char) {
    let word = state.word.get_or_insert_default();
    word.raw.extend(raw);
    word.text.push(meant);
}

fn opaque(state: &mut State, text: &str) {
    let word = state.word.get_or_insert_default();
    word.raw.push_str(text);
    word.text.push_str(text);
}

fn closing(chars: &[char], open: usize, quote: char) -> usize {
    let mut at = open + 1;
    while let Some(&c) = chars.get(at) {
        if c == quote {
            return at;
        }
        at += 1 + usize::from(c == '\\' && quote != '\'');
    }
    chars.len()
}

/// The place of the bracket that closes the one at `open`.
fn balanced(chars: &[char], open: usize) -> usize {
    let (up, down) = if chars.get(open) == Some(&'{') { ('{', '}') } else { ('(', ')') };
    let (mut depth, mut at) = (0_usize, open);
    while let Some(&c) = chars.get(at) {
        if c == up {
            depth += 1;
        } else if c == down {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at;
            }
        }
        at += 1;
    }
    chars.len()
}

fn skip_heredoc(chars: &[char], newline: usize, delimiter: &str, line: &mut usize) -> usize {
    let mut at = newline;
    while at < chars.len() {
        let body: String =
            chars.get(at + 1..).unwrap_or_default().iter().take_while(|c| **c != '\n').collect();
        *line += 1;
        at += 1 + body.chars().count();
        if body.trim() == delimiter {
            return at;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::commands;

    fn words(text: &str) -> Vec<String> {
        commands(text)
            .iter()
            .map(|command| {
                let words: Vec<_> = command.words.iter().map(|word| word.text.as_str()).collect();
                format!("{}{}", if command.inner { "$ " } else { "" }, words.join(" "))
            })
            .collect()
    }

    #[test]
    fn lists_and_control_words() {
        assert_eq!(words("a b && c; d || e"), ["a b", "c", "d", "e"]);
        assert_eq!(words("if [ -d x ]; then\n  rm x\nelse y; fi"), ["[ -d x ]", "rm x", "y"]);
        assert_eq!(words("A=1 B=2 make test 2>&1 >log # no"), ["make test"]);
        assert_eq!(words("(cd a && b)"), ["cd a", "b"]);
        assert_eq!(words("a \\\n  b\nc"), ["a b", "c"]);
    }

    #[test]
    fn substitutions_are_commands_of_their_own() {
        assert_eq!(words("test -z \"$(gofmt -l .)\""), ["$ gofmt -l .", "test -z $(gofmt -l .)"]);
        assert_eq!(words("x `y z`"), ["$ y z", "x `y z`"]);
        assert_eq!(words("a ${B}c"), ["a ${B}c"]);
        assert_eq!(words("a | b"), ["$ a", "$ b"]);
        assert_eq!(words("a <(b c) d"), ["$ b c", "a <(b c) d"]);
    }

    #[test]
    fn a_heredoc_is_no_command() {
        assert_eq!(words("cat <<EOF > x\nrm -rf /\nEOF\nmake"), ["cat", "make"]);
        assert_eq!(words("cat <<-'E'\nfoo\n\tE\nb"), ["cat", "b"]);
    }

    #[test]
    fn a_swallowed_failure_is_seen() {
        let cut = commands("a || true; b");
        assert!(cut[0].forgiven);
        assert!(!cut[2].forgiven);
        assert!(!commands("a || exit 1")[0].forgiven);
    }

    #[test]
    fn broken_text_ends() {
        for text in ["'", "\"a", "$(", "${", "a <<X\n", "`", "\\", "((((", "a;;;b|||c"] {
            let _cut = commands(text);
        }
        assert_eq!(commands(&"(".repeat(100_000)).len(), 0);
    }
}
