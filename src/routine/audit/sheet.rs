//! A text as a reader of Markdown sees it: its list items, and where a rule is claimed to stand.
//!
//! What stands in a quotation, a code block or a comment claims nothing.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// How a claim begins, behind the mark of strong text.
const CLAIM: &str = "Rule `";

/// The items and claims of a text.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    items: Vec<Item>,
    claims: Vec<Claim>,
}

/// An item of a list that stands in no other.
#[derive(Debug)]
struct Item {
    /// Which list of the text it is in.
    list: usize,
    /// Where it begins.
    start: usize,
    /// Its source, with white space folded.
    text: String,
}

/// A place where a text names a rule as its own.
#[derive(Debug)]
struct Claim {
    id: String,
    /// The item that it opens, if it does.
    item: Option<usize>,
}

impl Sheet {
    /// Reads a text.
    pub(super) fn read(source: &str) -> Self {
        let mut sheet = Self::default();
        let (mut quoted, mut depth, mut list) = (0_usize, 0_usize, 0);
        for (event, range) in Parser::new(source).into_offset_iter() {
            match event {
                Event::Start(Tag::BlockQuote(_)) => quoted += 1,
                Event::End(TagEnd::BlockQuote(_)) => quoted = quoted.saturating_sub(1),
                Event::Start(Tag::List(_)) => {
                    list += usize::from(depth == 0);
                    depth += 1;
                }
                Event::End(TagEnd::List(_)) => depth = depth.saturating_sub(1),
                Event::Start(Tag::Item) if depth == 1 && quoted == 0 => {
                    let text = fold(source.get(range.clone()).unwrap_or_default());
                    sheet.items.push(Item { list, start: range.start, text });
                }
                Event::Start(Tag::Strong) if quoted == 0 => {
                    sheet.claim(source, range.start, source.get(range).unwrap_or_default());
                }
                _ => {}
            }
        }
        sheet
    }

    /// Notes what a strong text claims, if it does.
    fn claim(&mut self, source: &str, start: usize, strong: &str) {
        let named = strong.get(2..).and_then(|inside| inside.strip_prefix(CLAIM));
        let Some((id, _)) = named.and_then(|named| named.split_once('`')) else { return };
        let opens = |item: &Item| {
            let before = source.get(..item.start).unwrap_or_default();
            item.start + 2 == start && (before.is_empty() || before.ends_with('\n'))
        };
        let item = self.items.last().is_some_and(opens).then(|| self.items.len() - 1);
        self.claims.push(Claim { id: id.to_owned(), item });
    }

    /// The rules that are claimed, in the order of the text.
    pub(super) fn claimed(&self) -> impl Iterator<Item = &str> {
        self.claims.iter().map(|claim| claim.id.as_str())
    }

    /// Whether a rule is claimed, and wherever it is stands in items that fit.
    pub(super) fn whole(&self, id: &str, fits: impl Fn(Block<'_>) -> bool) -> bool {
        let mut claims = self.claims.iter().filter(|claim| claim.id == id).peekable();
        claims.peek().is_some()
            && claims.all(|claim| claim.item.is_some_and(|first| fits(Block { sheet: self, first })))
    }

    /// Every item, from the first on.
    pub(super) fn block(&self) -> Option<Block<'_>> {
        (!self.items.is_empty()).then_some(Block { sheet: self, first: 0 })
    }

    /// How many items there are.
    pub(super) const fn len(&self) -> usize {
        self.items.len()
    }
}

/// The items of a list from one on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block<'a> {
    sheet: &'a Sheet,
    first: usize,
}

impl Block<'_> {
    /// The first so many items as one text; none where the list has fewer.
    pub(super) fn text(&self, items: usize) -> Option<String> {
        let items = self.sheet.items.get(self.first..self.first.checked_add(items)?)?;
        let list = items.first()?.list;
        let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
        items.iter().all(|item| item.list == list).then(|| texts.join("\n"))
    }
}

/// One blank in place of each run of white space; a blank line, which parts paragraphs, stays a line's end.
fn fold(source: &str) -> String {
    let mut folded = String::new();
    let mut parted = false;
    for line in source.lines() {
        let words = line.split_whitespace().collect::<Vec<_>>();
        if words.is_empty() {
            parted = true;
            continue;
        }
        if !folded.is_empty() {
            folded.push(if parted { '\n' } else { ' ' });
        }
        folded.push_str(&words.join(" "));
        parted = false;
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::Sheet;

    fn claimed(text: &str) -> Vec<String> {
        Sheet::read(text).claimed().map(str::to_owned).collect()
    }

    fn whole(text: &str) -> bool {
        Sheet::read(text).whole("a", |block| block.text(1).as_deref() == Some("- **Rule `a`.** Do it."))
    }

    #[test]
    fn a_rule_stands_in_an_item_of_its_own_at_the_start_of_a_line() {
        for text in [
            "- **Rule `a`.** Do it.\n",
            "text\n\n- other\n- **Rule `a`.** Do\n  it.\n- next\n",
            "- **Rule `a`.**  Do it.\r\n\r\n# Title\r\n",
            "- **Rule `a`.** Do it.\n\nA paragraph.\n",
            "> - **Rule `a`.** Do nothing.\n\n- **Rule `a`.** Do it.\n",
        ] {
            assert!(whole(text), "{text}");
        }
    }

    #[test]
    fn what_is_added_to_an_item_is_part_of_it() {
        for text in [
            "- **Rule `a`.** Do it. Or do not.\n",
            "- **Rule `a`.** Do it.\nOr do not.\n",
            "- **Rule `a`.** Do it.\n\n  Or do not.\n",
            "- **Rule `a`.** Do it.\n  - Or do not.\n",
            "- **Rule `a`.** Do it.\n\n      Or do not.\n",
            "- **Rule `a`.** Do it.\n- **Rule `a`.** Do nothing.\n",
            "- **Rule `a`.** Do it.\n\n**Rule `a`.** Do nothing.\n",
            "1. **Rule `a`.** Do it.\n",
            "- x\n  - **Rule `a`.** Do it.\n",
            "**Rule `a`.** Do it.\n",
        ] {
            assert!(!whole(text) && claimed(text).contains(&"a".to_owned()), "{text}");
        }
    }

    #[test]
    fn a_quotation_a_code_block_and_a_comment_claim_nothing() {
        for text in [
            "> - **Rule `a`.** Do it.\n",
            "```\n- **Rule `a`.** Do it.\n```\n",
            "~~~~md\n```\n- **Rule `a`.** Do it.\n```\n~~~~\n",
            "text\n\n    - **Rule `a`.** Do it.\n",
            "<!--\n\n- **Rule `a`.** Do it.\n\n-->\n",
            "<pre>\n- **Rule `a`.** Do it.\n</pre>\n",
            "- x\n  > **Rule `a`.** Do it.\n",
            "\\- \\*\\*Rule `a`.\\*\\* Do it.\n",
            "",
        ] {
            assert!(claimed(text).is_empty(), "{text}");
        }
    }
}
