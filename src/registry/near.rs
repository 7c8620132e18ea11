//! The nearest known name to one that is not known.

/// How alike two names must be, from 0 to 1; below it a suggestion would mislead.
const NEAR: f64 = 0.8;
/// No name of ours is as long, in bytes; a longer word is a slip of none of them.
const LONGEST: usize = 100;

/// The name most like `word`, where one is near enough; the first of equals.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for name in names {
        let score = strsim::jaro_winkler(&word, name);
        if score >= NEAR && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_name_and_a_stranger_finds_none() {
        let names = ["capture", "explain", "routine", "release"];
        assert_eq!(nearest("captrue", names.into_iter()), Some("capture"));
        assert_eq!(nearest("EXPLIAN", names.into_iter()), Some("explain"));
        assert_eq!(nearest("zzz", names.into_iter()), None);
        assert_eq!(nearest(&"explain".repeat(20), names.into_iter()), None);
    }
}
