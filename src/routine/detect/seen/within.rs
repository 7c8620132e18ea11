//! Commands typed in a build folder, as they are written from where the sources are.

use super::super::rows::Rows;
use super::super::shell::{Command, Word};

/// `command`, typed in `folder`, from outside of it; `None` where no row tells how.
pub(super) fn outside(rows: &Rows<'_>, command: &Command, folder: &str) -> Option<Command> {
    let up = vec![".."; folder.split('/').count()].join("/");
    let texts: Vec<&str> = command.words.iter().map(|word| word.text.trim_end_matches('/')).collect();
    let (taken, by) = rows.within().find_map(|(from, to)| {
        let from = from.replace("{up}", &up);
        let taken = places(&texts, &from)?;
        Some((taken, to.replace("{folder}", folder)))
    })?;
    let plain = |text: &str| Word { raw: text.to_owned(), text: text.to_owned() };
    let rest = command.words.iter().enumerate().filter(|(at, _)| !taken.contains(at));
    // What leads elsewhere from in there would lead elsewhere from here.
    let words: Vec<Word> = by.split(' ').map(plain).chain(rest.map(|(_, word)| word.clone())).collect();
    let moved = words.iter().any(|word| word.text.contains(".."));
    (!moved).then(|| Command { words, ..command.clone() })
}

/// Where the words of a spelling stand: the first in front, the others in their order, flags between them.
fn places(texts: &[&str], spelling: &str) -> Option<Vec<usize>> {
    let mut wanted = spelling.split(' ');
    let mut taken = Vec::new();
    if texts.first() != wanted.next().as_ref() {
        return None;
    }
    taken.push(0);
    let mut from = 1;
    for want in wanted {
        let at = texts.iter().skip(from).position(|text| *text == want)? + from;
        taken.push(at);
        from = at + 1;
    }
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::super::super::rows::Rows;
    use super::super::super::shell::commands;
    use super::outside;

    fn written(text: &str, folder: &str) -> Option<String> {
        let command = commands(text).into_iter().next()?;
        let found = outside(&Rows::of_tables(), &command, folder)?;
        Some(found.words.iter().map(|word| word.raw.as_str()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn what_is_typed_in_a_build_folder_is_written_from_outside() {
        let cases = [
            ("cmake -DX=1 ..", "build", "cmake -S . -B build -DX=1"),
            ("cmake ../..", "out/debug", "cmake -S . -B out/debug"),
            ("cmake --build . -j 4", "build", "cmake --build build -j 4"),
            ("make -j4", "build", "cmake --build build -j4"),
            ("make test", "build", "cmake --build build --target test"),
            ("ctest -C Debug", "build", "ctest --test-dir build -C Debug"),
        ];
        for (typed, folder, expected) in cases {
            assert_eq!(written(typed, folder).as_deref(), Some(expected));
        }
        for typed in ["cmake ../other", "./run", "cmake .. -DX=../y", "ctest ../z"] {
            assert_eq!(written(typed, "build"), None, "{typed}");
        }
    }
}
