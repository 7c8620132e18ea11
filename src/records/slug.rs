//! The words in a record's file name.

/// The longest slug, in bytes.
const CAP: usize = 60;

/// Makes a slug of a text: the first words of its first line, as far as they are ASCII. An absolute path
/// gives none: it may name the person's home, and a file name is the last place where that is veiled.
pub fn of_text(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().to_ascii_lowercase();
    let plain = line.split_whitespace().map(without_path);
    let words = plain.flat_map(|piece| piece.split(|letter: char| !letter.is_ascii_alphanumeric()));
    let words = words.filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words {
        if slug.is_empty() {
            slug.extend(word.chars().take(CAP));
        } else if slug.len() + 1 + word.len() <= CAP {
            slug.push('-');
            slug.push_str(word);
        } else {
            break;
        }
    }
    if slug.is_empty() { "untitled".to_owned() } else { slug }
}

/// What of a piece without spaces stands before an absolute path in it.
fn without_path(piece: &str) -> &str {
    let mut before = None;
    for (at, letter) in piece.char_indices() {
        let starts = before.is_none_or(|before: char| !before.is_alphanumeric() && !"._-".contains(before));
        if matches!(letter, '/' | '\\') && starts {
            return piece.get(..at).unwrap_or_default();
        }
        before = Some(letter);
    }
    piece
}

/// Whether a text is a slug: words of lower-case ASCII letters and digits with single dashes between them.
pub fn is_slug(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.len() <= CAP && text.split('-').all(word)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::any;
    use proptest::proptest;

    use super::{is_slug, of_text};

    #[test]
    fn words_are_kept_and_cut_between() {
        assert_eq!(of_text("Login loops, for ever!\nsecond line"), "login-loops-for-ever");
        assert_eq!(of_text("日本語"), "untitled");
        assert_eq!(of_text("read and/or write src/main.rs"), "read-and-or-write-src-main-rs");
        for path in ["/home/ann/x.rs", "(~/x.rs)", r"C:\Users\ann", "`/home/ann`:", "at=/home/ann"] {
            let slug = of_text(&format!("it breaks in {path} and here"));
            assert!(slug.starts_with("it-breaks-in-") && slug.ends_with("-and-here"), "{slug}");
            assert!(!slug.contains("ann") && !slug.contains("home"), "{slug}");
        }
        assert_eq!(of_text(&"ab ".repeat(40)), ["ab"; 20].join("-"));
        assert_eq!(of_text(&"a".repeat(100)), "a".repeat(60));
    }

    proptest! {
        #[test]
        fn any_text_makes_a_slug(text in any::<String>()) {
            assert!(is_slug(&of_text(&text)));
        }
    }
}
