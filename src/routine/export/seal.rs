//! The mark by which abcd knows a file that it wrote and that nobody has changed since. It stands in the file
//! itself, so that it holds in every clone.

use crate::routine::sha256::sha256;

/// How a mark begins; 64 hexadecimal digits follow.
const MARK: &str = "abcd-export:";
/// The mark before the text around it is known.
pub(super) const BLANK: &str = "abcd-export:0000000000000000000000000000000000000000000000000000000000000000";

/// Whose a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// abcd wrote it, and it is as it was written.
    Whole,
    /// abcd wrote it, and it was changed since.
    Edited,
    /// abcd did not write it.
    Foreign,
}

/// Puts the digest of a text into its one blank mark; `None` where it has no one blank mark.
pub(super) fn seal(text: &str) -> Option<String> {
    (text.matches(MARK).count() == 1 && text.contains(BLANK))
        .then(|| text.replacen(BLANK, &format!("{MARK}{}", sha256(text.as_bytes())), 1))
}

/// Whose the file with this text is. How a checkout ends its lines makes no difference.
pub fn standing(text: &str) -> Standing {
    let text = text.replace("\r\n", "\n");
    let Some((before, after)) = text.split_once(MARK) else { return Standing::Foreign };
    let Some((digest, rest)) = after.split_at_checked(64) else { return Standing::Edited };
    let blank = format!("{before}{BLANK}{rest}");
    if sha256(blank.as_bytes()) == digest { Standing::Whole } else { Standing::Edited }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BLANK, Standing, seal, standing};

    #[test]
    fn a_sealed_text_is_known_and_any_change_of_it_too() {
        let text = seal(&format!("# {BLANK}\nname: q\n")).unwrap();
        assert_eq!(standing(&text), Standing::Whole);
        assert_eq!(standing(&text.replace('\n', "\r\n")), Standing::Whole);
        assert_eq!(standing(&text.replace('q', "y")), Standing::Edited);
        assert_eq!(standing(&format!("{text}more\n")), Standing::Edited);
        assert_eq!(standing(text.get(..30).unwrap()), Standing::Edited);
        assert_eq!(standing("name: q\n"), Standing::Foreign);
        assert_eq!(standing(&format!("# {BLANK}\nname: q\n")), Standing::Edited, "a blank is no seal");
        assert_eq!(seal("no mark"), None);
        assert_eq!(seal(&format!("{BLANK}{BLANK}")), None);
    }

    proptest! {
        #[test]
        fn any_text_stands_somehow(text in "\\PC{0,80}", around in "[a-z\\n]{0,20}") {
            let sealed = seal(&format!("{around}{BLANK}{around}")).unwrap();
            prop_assert_eq!(standing(&sealed), Standing::Whole);
            prop_assert_ne!(standing(&format!("{sealed}{text}")) == Standing::Whole, !text.is_empty());
            prop_assert_ne!(standing(&format!("abcd-export:{text}")), Standing::Foreign);
        }
    }
}
