//! One way in which a template may word a rule: fixed words with holes between them.

use super::sheet::{Block, Sheet};
use crate::routine::render::plain;

/// Something that a template leaves to the repository or to an answer.
#[derive(Debug, Clone)]
pub(super) struct Hole {
    /// What stands in its place while the words around it are found out.
    pub(super) mark: String,
    /// What may stand there.
    pub(super) fits: Fits,
}

/// What may stand in a hole.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fits {
    /// A number within bounds, both included.
    Number(u32, u32),
    /// A text of a grammar.
    Text(fn(&str) -> bool),
}

impl Fits {
    fn takes(self, text: &str) -> bool {
        match self {
            Self::Text(fits) => fits(text),
            Self::Number(min, max) => text
                .parse::<u32>()
                .is_ok_and(|number| (min..=max).contains(&number) && number.to_string() == text),
        }
    }
}

/// A rule's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variant {
    /// How many items of a list it takes up.
    items: usize,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Words(String),
    /// A hole, by its place in the list of holes.
    Hole(usize),
}

impl Variant {
    /// The words of a rule that was filled in with the marks of these holes; none where it stands in no list.
    pub(super) fn of(rule: &str, holes: &[Hole]) -> Option<Self> {
        let sheet = Sheet::read(rule);
        let text = sheet.block()?.text(sheet.len())?;
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while let Some((start, at, mark)) = first(rest, holes) {
            let (before, behind) = rest.split_at_checked(start)?;
            pieces.push(Piece::Words(before.to_owned()));
            pieces.push(Piece::Hole(at));
            rest = behind.get(mark.len()..)?;
        }
        pieces.push(Piece::Words(rest.to_owned()));
        Some(Self { items: sheet.len(), pieces })
    }

    /// Whether a prompt words the rule so.
    pub(super) fn fits(&self, block: Block<'_>, holes: &[Hole]) -> bool {
        block.text(self.items).is_some_and(|text| runs(&self.pieces, &text, holes, &mut Vec::new()))
    }
}

/// The hole whose mark stands first in a text, with its place.
fn first<'a>(text: &str, holes: &'a [Hole]) -> Option<(usize, usize, &'a str)> {
    let places = holes.iter().enumerate();
    places.filter_map(|(at, hole)| Some((text.find(&hole.mark)?, at, hole.mark.as_str()))).min()
}

/// Whether a text is made of these pieces, where a hole that occurs twice holds one value.
fn runs<'t>(pieces: &[Piece], text: &'t str, holes: &[Hole], held: &mut Vec<(usize, &'t str)>) -> bool {
    let Some((piece, pieces)) = pieces.split_first() else { return text.is_empty() };
    let at = match piece {
        Piece::Words(words) => {
            return text.strip_prefix(words.as_str()).is_some_and(|text| runs(pieces, text, holes, held));
        }
        Piece::Hole(at) => *at,
    };
    if let Some((_, value)) = held.iter().find(|(hole, _)| *hole == at) {
        return text.strip_prefix(value).is_some_and(|text| runs(pieces, text, holes, held));
    }
    let Some(hole) = holes.get(at) else { return false };
    let before = held.len();
    (1..=plain::LONGEST.min(text.len())).rev().any(|length| {
        let Some((value, text)) = text.split_at_checked(length) else { return false };
        held.truncate(before);
        held.push((at, value));
        hole.fits.takes(value) && runs(pieces, text, holes, held)
    })
}

#[cfg(test)]
mod tests {
    use super::{Fits, Hole, Variant};
    use crate::routine::audit::sheet::Sheet;
    use crate::routine::render::plain;

    fn fits(rule: &str, text: &str) -> bool {
        let holes = [
            Hole { mark: "111".to_owned(), fits: Fits::Number(2, 5) },
            Hole { mark: "zq1".to_owned(), fits: Fits::Text(plain::branch) },
            Hole { mark: "zq2".to_owned(), fits: Fits::Text(plain::branch) },
        ];
        let variant = Variant::of(rule, &holes).unwrap();
        Sheet::read(text).block().is_some_and(|block| variant.fits(block, &holes))
    }

    #[test]
    fn a_hole_takes_what_its_grammar_lets_through_and_the_same_everywhere() {
        let rule = "- Merge `zq1/zq2` 111 times, then `zq2`.\n- Next.\n";
        for text in [
            "- Merge `up/a/b` 3 times, then `a/b`.\n- Next.\n",
            "- Merge `a/b/c` 2 times, then `c`.\n- Next.",
        ] {
            assert!(fits(rule, text), "{text}");
        }
        for text in [
            "- Merge `up/main` 3 times, then `next`.\n- Next.\n",
            "- Merge `up/main` 6 times, then `main`.\n- Next.\n",
            "- Merge `up/main` 03 times, then `main`.\n- Next.\n",
            "- Merge `up/no main` 3 times, then `no main`.\n- Next.\n",
            "- Merge `up/` 3 times, then ``.\n- Next.\n",
            "- Merge `up/main` 3 times, then `main`.\n",
            "- Merge `up/main` 3 times, then `main`.\n\ntext\n\n1. Next.\n",
            "- Merge `up/main` 3 times, then `main`. Or not.\n- Next.\n",
        ] {
            assert!(!fits(rule, text), "{text}");
        }
    }
}
