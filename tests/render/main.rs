//! The rendered prompt, held from outside: what it says, what it never says, and that it stays the same.
#![expect(clippy::disallowed_methods, reason = "tests read the tables and templates of this package directly")]

mod support;

#[test]
fn show() {
    for known in [support::go(), support::rust(), support::bare()] {
        std::fs::write(
            format!("/tmp/render-{}.md", known.slug.unwrap_or("bare").replace('/', "-")),
            support::rendered(&known).prompt,
        )
        .unwrap();
    }
}
