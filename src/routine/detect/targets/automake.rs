//! What automake makes of `Makefile.am`: `check`, beside the rules that the file writes out.

use super::super::ground::{Ground, ending, join};
use super::{Target, make};

/// The targets that the makefile will have once it is made.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let dir = path.rsplit_once('/').map_or(".", |(dir, _)| dir);
    let made = ["Makefile", "makefile", "GNUmakefile"].iter().filter_map(|name| join(dir, name));
    // A makefile that is there already is the one that counts.
    if made.into_iter().any(|made| ground.has(&made)) {
        return Vec::new();
    }
    let (mut targets, _) = make::read(ground, path);
    // Every automake file has it; `TESTS` or a folder below says what it runs.
    // What else the file names may be a part of it, or ask for more than a checkout has.
    for target in &mut targets {
        target.aside = target.name != "check";
    }
    let text = ground.text(path);
    let tests = |line: &str| {
        line.starts_with("TESTS")
            || line.starts_with("check-local")
            || line.starts_with("SUBDIRS") && line.contains("test")
    };
    let has = text.is_some_and(|text| text.lines().any(tests));
    if ending(path) == "am" && has && !targets.iter().any(|target| target.name == "check") {
        targets.push(Target {
            name: "check".to_owned(),
            path: path.to_owned(),
            line: 1,
            // Where another build stands beside it, one of them is the one that people use.
            aside: ["CMakeLists.txt", "meson.build"]
                .iter()
                .filter_map(|name| join(dir, name))
                .any(|other| ground.has(&other)),
            body: vec!["automake check".to_owned()],
            ..Target::default()
        });
    }
    targets
}
