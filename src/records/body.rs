//! The text below a record's head as a reader of Markdown sees it: its title, its sections, their bullets.
//!
//! What stands in a comment says nothing, and what stands in a quotation, a code block or another list is no
//! section and no bullet of its own.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

/// A text in its parts.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Body {
    /// The first heading of the first level.
    pub title: Option<String>,
    /// The sections, each a heading of the second level and what follows it.
    pub sections: Vec<Section>,
}

/// A section of a text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// Whether anything stands in it but comments and headings.
    pub says: bool,
    /// Its bullets that stand in no other list and say something.
    pub bullets: Vec<String>,
}

impl Body {
    /// Reads a text.
    pub fn read(text: &str) -> Self {
        let mut reader = Reader::default();
        for event in Parser::new(text) {
            reader.take(event);
        }
        reader.body
    }

    /// The sections of a name, letter case aside.
    pub fn named<'b>(&'b self, title: &'b str) -> impl Iterator<Item = &'b Section> {
        self.sections.iter().filter(move |section| section.title.eq_ignore_ascii_case(title))
    }

    /// The bullets of the sections of a name.
    pub fn bullets<'b>(&'b self, title: &'b str) -> impl Iterator<Item = &'b str> {
        self.named(title).flat_map(|section| section.bullets.iter().map(String::as_str))
    }

    /// Whether a section of a name says anything.
    pub fn says(&self, title: &str) -> bool {
        self.named(title).any(|section| section.says)
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    body: Body,
    /// How many lists, quotations and other blocks are open.
    depth: usize,
    /// The heading that is open, and its words.
    heading: Option<(HeadingLevel, String)>,
    /// The words of the bullet that is open.
    bullet: Option<String>,
    /// Whether the open list of the first level has bullets and no numbers.
    bulleted: bool,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => self.heading = Some((level, String::new())),
            Event::End(TagEnd::Heading(_)) => self.end_heading(),
            Event::Start(Tag::Item) => {
                if self.depth == 1 && self.bulleted {
                    self.bullet = Some(String::new());
                }
                self.depth += 1;
            }
            Event::End(TagEnd::Item) => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 1 {
                    self.end_bullet();
                }
            }
            Event::Start(Tag::List(start)) => {
                if self.depth == 0 {
                    self.bulleted = start.is_none();
                }
                self.depth += 1;
            }
            Event::Start(Tag::BlockQuote(_)) => self.depth += 1,
            Event::End(TagEnd::List(_) | TagEnd::BlockQuote(_)) => self.depth = self.depth.saturating_sub(1),
            Event::Text(text) | Event::Code(text) => self.text(&text),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some((_, words)) = &mut self.heading {
            words.push_str(text);
            return;
        }
        if let Some(section) = self.body.sections.last_mut() {
            section.says |= !text.trim().is_empty();
        }
        // What a nested list says belongs to its own items.
        if let Some(words) = self.bullet.as_mut().filter(|_| self.depth == 2) {
            words.push_str(text);
        }
    }

    fn end_heading(&mut self) {
        let Some((level, words)) = self.heading.take() else { return };
        let title = words.split_whitespace().collect::<Vec<_>>().join(" ");
        match level {
            _ if self.depth > 0 => {}
            HeadingLevel::H1 if self.body.title.is_none() && !title.is_empty() => {
                self.body.title = Some(title);
            }
            HeadingLevel::H1 | HeadingLevel::H2 => {
                self.body.sections.push(Section { title, ..Section::default() });
            }
            _ => {}
        }
    }

    fn end_bullet(&mut self) {
        let words = self.bullet.take().unwrap_or_default();
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words.strip_prefix("[ ]").or_else(|| words.strip_prefix("[x]")).unwrap_or(&words).trim();
        if let Some(section) = self.body.sections.last_mut().filter(|_| !words.is_empty()) {
            section.bullets.push(words.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Body;

    fn bullets(text: &str) -> Vec<String> {
        let text = format!("# T\n\n## Acceptance Criteria\n\n{text}\n\n## Open Questions\n\n- other\n");
        Body::read(&text).bullets("acceptance criteria").map(str::to_owned).collect()
    }

    #[test]
    fn only_bullets_of_the_first_level_count() {
        assert_eq!(
            bullets("- one\n  - below\n* two `x`\n  and more\n+ three"),
            ["one", "two x and more", "three"]
        );
        assert_eq!(bullets("- [ ] given a\n- [x] given b"), ["given a", "given b"]);
        for none in [
            "1. numbered",
            "> - quoted",
            "```\n- code\n```",
            "<!--\n- comment\n-->",
            "-",
            "- <!-- comment -->",
            "    - indented code",
            "prose",
            "### - heading",
        ] {
            assert_eq!(bullets(none), Vec::<String>::new(), "{none}");
        }
    }

    #[test]
    fn a_comment_and_a_heading_say_nothing() {
        let body =
            Body::read("# T *x*\n\n## A\n\n<!-- c -->\n### B\n\n## C\ntext\n\n## D\n\n> ## E\n> words\n");
        assert_eq!(body.title.as_deref(), Some("T x"));
        let titles: Vec<_> =
            body.sections.iter().map(|section| (section.title.as_str(), section.says)).collect();
        assert_eq!(titles, [("A", false), ("C", true), ("D", true)]);
        assert!(body.says("c") && !body.says("A") && !body.says("Z"));
    }

    #[test]
    fn a_section_that_stands_twice_is_read_whole() {
        let body = Body::read("## A\n- one\n\n## B\n\n## A\n- two\n");
        assert_eq!(body.bullets("A").collect::<Vec<_>>(), ["one", "two"]);
    }
}
