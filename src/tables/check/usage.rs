//! The parser's error kinds and the codes they become.

use super::super::source::Step;
use super::Checks;
use super::refusals::USAGE;

pub(super) fn check(checks: &mut Checks<'_>) {
    let tables = checks.tables;
    for (number, (place, kind)) in tables.kinds.iter().enumerate() {
        let earlier = tables.kinds.iter().take(number);
        if earlier.clone().any(|(_, other)| other.kind == kind.kind && other.about == kind.about) {
            let message = format!("`{}` is already mapped", kind.kind);
            checks.add(*place, &[Step::Key("kind")], message, "map each kind once");
        }
        let live =
            |code: &str| tables.refusals.iter().any(|(_, row)| row.code == code && row.retired.is_none());
        let usage = kind.code.split('/').next() == Some(USAGE);
        if !usage || !live(&kind.code) {
            let message = format!("`{}` is no live usage code", kind.code);
            checks.add(*place, &[Step::Key("code")], message, "name a code of tables/refusals/usage.toml");
        }
    }
}
