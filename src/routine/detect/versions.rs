//! Whether two ways of naming a version can both be true: versions in part (`20`, `3.12.1`) and ranges
//! (`>=18 <23`, `^20`, `3.x || 4.x`). What is not understood contradicts nothing.

/// Numbers of a version, as many as are given.
type Version = Vec<u64>;

/// Whether a version is one that another can be: `20` and `20.11.0` agree, `18` and `20` do not.
pub(super) fn agree(one: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (version(one), version(other)) else { return true };
    one.iter().zip(&other).all(|(one, other)| one == other)
}

/// Whether a version lies in a range.
pub(super) fn allows(range: &str, pinned: &str) -> bool {
    let Some(pinned) = version(pinned) else { return true };
    range.split("||").any(|part| part_allows(part, &pinned))
}

fn part_allows(part: &str, pinned: &Version) -> bool {
    let spaced = part.replace(',', " ");
    let mut words: Vec<String> = Vec::new();
    for word in spaced.split_whitespace() {
        // `>= 18` is one comparison.
        match words.last_mut().filter(|last| last.chars().all(|c| "<>=^~!".contains(c))) {
            Some(last) => last.push_str(word),
            None => words.push(word.to_owned()),
        }
    }
    if let [low, dash, high] = words.as_slice()
        && dash == "-"
    {
        return compares(&format!(">={low}"), pinned) && compares(&format!("<={high}"), pinned);
    }
    words.iter().all(|word| compares(word, pinned))
}

fn compares(word: &str, pinned: &Version) -> bool {
    let number = word.trim_start_matches(['<', '>', '=', '^', '~', '!']);
    let sign = word.strip_suffix(number).unwrap_or_default();
    let Some(bound) = version(number) else { return true };
    let same = |count: usize| bound.iter().zip(pinned).take(count).all(|(one, other)| one == other);
    // Only the numbers that both give are compared: `20` may be any `20.x`.
    let known = bound.len().min(pinned.len());
    let order = pinned.iter().take(known).cmp(bound.iter().take(known));
    match sign {
        ">=" | "=>" => order.is_ge(),
        ">" => order.is_gt() || order.is_eq() && pinned.len() < bound.len(),
        "<=" => order.is_le(),
        "<" => order.is_lt() || order.is_eq() && pinned.len() < bound.len(),
        "^" if bound.first() == Some(&0) => same(2) && order.is_ge(),
        "^" => same(1) && order.is_ge(),
        "~" | "~=" | "~>" if bound.len() > 1 => same(bound.len().min(3) - 1) && order.is_ge(),
        "!" | "!=" => !(order.is_eq() && pinned.len() >= bound.len()),
        _ => order.is_eq(),
    }
}

/// The numbers of `v20.11.0`, `20.x`, `3.12.*`; `None` for a name such as `lts/iron`.
fn version(text: &str) -> Option<Version> {
    let text = text.trim().trim_start_matches('v');
    let mut numbers = Vec::new();
    for piece in text.split('.').take(3) {
        let digits = piece.split(['-', '+']).next().unwrap_or(piece);
        match digits {
            "x" | "X" | "*" => break,
            digits => numbers.push(digits.parse().ok()?),
        }
    }
    (!numbers.is_empty()).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::{agree, allows};

    #[test]
    fn versions_agree_as_far_as_both_go() {
        for (one, other) in [("20", "v20.11.0"), ("3.12", "3.12.1"), ("lts/iron", "18"), ("20.x", "20.1")] {
            assert!(agree(one, other) && agree(other, one), "{one} {other}");
        }
        for (one, other) in [("18", "20"), ("3.11", "3.12.1"), ("v20.10.0", "20.11.0")] {
            assert!(!agree(one, other) && !agree(other, one), "{one} {other}");
        }
    }

    #[test]
    fn a_range_allows_what_lies_in_it() {
        for (range, pinned) in [
            (">=18", "20"),
            (">= 18 < 23", "v22.3.0"),
            ("^20.1.0", "20"),
            ("^20.1.0", "20.4.0"),
            ("~20.1", "20.1.9"),
            ("18.x || 20.x", "20.3.1"),
            (">=3.9,<4", "3.12"),
            ("==3.11.*", "3.11.4"),
            ("18 - 20", "20.1.0"),
            ("*", "4"),
            ("node", "4"),
            ("~=3.10", "3.12"),
            ("!=3.9.0", "3.9.1"),
        ] {
            assert!(allows(range, pinned), "{range} {pinned}");
        }
        for (range, pinned) in [
            (">=20", "18"),
            (">=18 <20", "20.0.0"),
            ("^20", "21"),
            ("^0.3", "0.4.0"),
            ("~20.1", "21.1.0"),
            ("18.x || 20.x", "19"),
            (">=3.9,<3.12", "3.12.1"),
            ("==3.11.*", "3.12"),
            ("<4", "4"),
            (">=20.5.0", "20.4"),
        ] {
            assert!(!allows(range, pinned), "{range} {pinned}");
        }
    }
}
