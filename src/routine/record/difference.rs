//! What differs between two prompts, and the two of them brought together.

use diffy::{DiffOptions, MergeOptions};

/// The lines around a change that are shown.
const AROUND: usize = 3;

/// A text of more lines is not compared: the time it takes grows with their square.
const LINES: usize = 20_000;

fn is_long(text: &str) -> bool {
    text.lines().nth(LINES).is_some()
}

/// The unified difference from one text to another; empty where there is none.
pub fn unified(from: &str, to: &str, name: &str) -> String {
    if from == to {
        return String::new();
    }
    if is_long(from) || is_long(to) {
        return format!("--- a/{name}\n+++ b/{name}\nthe two differ and are too long to be compared\n");
    }
    let mut options = DiffOptions::new();
    options.set_context_len(AROUND);
    options.set_original_filename(format!("a/{name}")).set_modified_filename(format!("b/{name}"));
    options.create_patch(from, to).to_string()
}

/// The line, from 1, in which `text` has a marker that git leaves where two sides do not come together.
pub fn conflict_at(text: &str) -> Option<usize> {
    let marked = |line: &str| ["<<<<<<<", "|||||||", ">>>>>>>"].iter().any(|mark| line.starts_with(mark));
    Some(text.lines().position(marked)? + 1)
}

/// What `edited` and `rendered` both made of `base`; none where they changed the same lines differently.
///
/// Nothing that comes of it holds a conflict marker that was in none of the three: an agent would read it.
pub fn merged(base: &str, edited: &str, rendered: &str) -> Option<String> {
    if edited == base || edited == rendered {
        return Some(rendered.to_owned());
    }
    if rendered == base {
        return Some(edited.to_owned());
    }
    if [base, edited, rendered].into_iter().any(is_long) {
        return None;
    }
    MergeOptions::new().merge(base, edited, rendered).ok()
}

#[cfg(test)]
mod tests {
    use super::{merged, unified};

    const BASE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";

    #[test]
    fn changes_apart_come_together_and_changes_of_one_line_do_not() {
        let edited = BASE.replace("one", "ONE");
        let rendered = BASE.replace("seven", "SEVEN");
        assert_eq!(
            merged(BASE, &edited, &rendered),
            Some("ONE\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n".to_owned())
        );
        assert_eq!(merged(BASE, &edited, &BASE.replace("one", "uno")), None);
        assert_eq!(merged(BASE, BASE, &rendered), Some(rendered.clone()));
        assert_eq!(merged(BASE, &edited, BASE), Some(edited.clone()));
        assert_eq!(merged(BASE, &rendered, &rendered), Some(rendered));
    }

    #[test]
    fn a_text_of_very_many_lines_is_said_to_differ_and_comes_together_with_nothing() {
        let long: String = (0..250_000).flat_map(|at| [["a", "b", "c"][at % 3], "\n"]).collect();
        assert!(unified(BASE, &long, "prompt.md").ends_with("too long to be compared\n"));
        assert_eq!(merged(BASE, &long, "other\n"), None);
    }

    #[test]
    fn a_difference_names_the_file_and_the_lines() {
        assert_eq!(unified(BASE, BASE, "prompt.md"), "");
        let shown = unified(BASE, &BASE.replace("two", "2"), "prompt.md");
        assert!(shown.starts_with("--- a/prompt.md\n+++ b/prompt.md\n@@ -1,5 +1,5 @@\n"), "{shown}");
        assert!(shown.contains("\n-two\n+2\n"), "{shown}");
    }
}
