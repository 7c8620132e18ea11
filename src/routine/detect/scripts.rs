//! What a script of the repository would do, a file or one that its manifest names: judged by its name and
//! its text.

use super::ground::{ending, join};
use super::judge;
use super::resolve::Resolver;
use super::shell;
use super::verdict::Verdict;
use crate::tables::model::toolchains::{Effect, Reader};

impl Resolver<'_, '_> {
    /// A script of the repository that has the name of a program is that script.
    pub(super) fn program_file(&self, words: &[String], here: &str, depth: usize) -> Option<Verdict> {
        let first = words.first()?;
        if !first.contains('/') || first.contains('$') {
            return None;
        }
        // A wrapper script is what its row says.
        let program = judge::program(first);
        let spoken: Vec<&str> =
            std::iter::once(program.as_str()).chain(words.iter().skip(1).map(String::as_str)).collect();
        let row = self.rows.tool(&spoken);
        let there = join(here, first).is_some_and(|path| self.ground.has(&path));
        (there && row.is_none_or(|(tool, _)| tool.effect == Effect::Quiet))
            .then(|| self.file(first, here, depth))
    }

    /// Judges a script by its name and its text.
    pub(super) fn file(&self, path: &str, here: &str, depth: usize) -> Verdict {
        let mut verdict = self.text(path, here, depth);
        let name = path.rsplit('/').next().unwrap_or(path);
        let called = self.rows.called(name.split('.').next().unwrap_or(name));
        // What a script is called for it may do through another program. `run` and `start` say nothing of a file.
        let harms = matches!(called.effect, Effect::Cleans | Effect::Rewrites | Effect::Outward);
        if harms && called.weak && verdict.unknown {
            verdict.then(Verdict::of(called.effect, path));
        }
        verdict
    }

    /// Judges a script by its text, if a shell reads it.
    fn text(&self, path: &str, here: &str, depth: usize) -> Verdict {
        let unquoted = path.trim_start_matches("./");
        let found =
            [here, "."].iter().filter_map(|dir| join(dir, unquoted)).find(|path| self.ground.has(path));
        let Some(text) = found.as_deref().and_then(|path| self.ground.text(path)) else {
            return Verdict::unknown();
        };
        let key = format!("file|{}", found.as_deref().unwrap_or_default());
        if let Some(known) = self.verdicts.borrow().get(&key) {
            return known.clone();
        }
        let first = text.lines().next().unwrap_or_default();
        // Without a first line that says otherwise a shell reads it, unless its name tells of another language.
        let plain =
            !first.starts_with("#!") && !unquoted.rsplit('/').next().unwrap_or_default().contains('.');
        let power = ending(unquoted) == "ps1";
        let shell = first.starts_with("#!") && first.contains("sh") || plain || ending(unquoted) == "sh";
        if !shell && !power {
            return Verdict::unknown();
        }
        let text = if power { shell::of_power(&text) } else { text.to_string() };
        self.verdicts.borrow_mut().insert(key.clone(), Verdict::nothing());
        let mut verdict = self.script(&text, ".", depth);
        verdict.leads.insert(format!("file|{}", found.as_deref().unwrap_or_default()));
        self.verdicts.borrow_mut().insert(key, verdict.clone());
        verdict
    }

    /// Judges the scripts of the folder's manifest that `names` mean; `lint:*` means all that begin so.
    pub(super) fn scripts(&self, names: &[String], here: &str, depth: usize) -> Verdict {
        let runners = self.runners(here);
        let mut verdict = Verdict::nothing();
        for name in names {
            let name = ["npm:", "pnpm:", "yarn:", "bun:"]
                .iter()
                .find_map(|manager| name.strip_prefix(manager))
                .unwrap_or(name);
            if name.contains(' ') {
                verdict.then(self.script(name, here, depth));
                continue;
            }
            let bare = name.trim_end_matches('*');
            for runner in runners.iter().filter(|runner| runner.reader == Reader::Map) {
                let meant = runner
                    .targets
                    .iter()
                    .filter(|target| target.name == name || (bare != name && target.name.starts_with(bare)));
                for target in meant {
                    verdict.leads.insert(format!("{}|{}|{}", runner.dir, runner.id, target.name));
                    verdict.then(self.target(runner, &target.name, &[], depth));
                }
            }
        }
        verdict
    }
}
