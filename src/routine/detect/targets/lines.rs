//! Lines of a makefile: continuations, comments, assignments, the heads of a rule.

/// Lines with their continuations, and the number of the first.
pub(super) fn logical(text: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_end_matches('\r');
        let (code, more) = line.strip_suffix('\\').map_or((line, false), |code| (code, true));
        match out.last_mut() {
            Some((_, last)) if goes_on => {
                last.push(' ');
                last.push_str(code.trim_start());
            }
            _ => out.push((at + 1, code.to_owned())),
        }
        goes_on = more;
    }
    out
}

pub(super) fn uncommented(line: &str) -> String {
    let mut end = line.len();
    for (at, _) in line.match_indices('#') {
        if !line.get(..at).unwrap_or_default().ends_with('\\') {
            end = at;
            break;
        }
    }
    line.get(..end).unwrap_or_default().trim().to_owned()
}

pub(super) fn assignment(code: &str) -> Option<(&str, &str, bool)> {
    let at = code.find('=')?;
    let left = code.get(..at)?;
    let name = left.trim_end_matches([':', '?', '+', '!']).trim();
    let value = code.get(at + 1..)?.trim();
    let plain = !name.is_empty() && !name.contains([' ', '\t', ':', '$', '(']);
    plain.then(|| (name, value, left.ends_with('+')))
}

/// The heads of a rule and what follows its colon.
pub(super) fn split_rule(code: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => {
                let heads = code.get(..at)?.trim_end_matches('&').trim();
                let rest = code.get(at + 1..)?;
                return (!heads.is_empty() && !rest.starts_with('=')).then_some((heads, rest));
            }
            _ => {}
        }
    }
    None
}

pub(super) fn close(text: &str, open: char) -> usize {
    let down = if open == '(' { ')' } else { '}' };
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == down {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at;
            }
        }
    }
    text.len()
}
