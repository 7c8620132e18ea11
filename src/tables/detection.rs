//! The tables that detection works by: their rows with their places, and the text that makes statics of them.

use serde::Serialize;
use toml::de::DeTable;

use super::literal::{Unsupported, literal};
use super::model::repository::{
    AsideFolder, Instruction, JobWord, MergeSign, Pins, ProjectMark, Publisher, ReleaseFlow, Rivalry,
};
use super::model::toolchains::{
    Action, Hosting, Page, Place as Folder, Platform, Setting, Tool, Toolchain, Word,
};
use super::source::{Place, Problem, rows};

/// Every row of `tables/toolchains/`.
#[derive(Debug, Clone, Default)]
pub struct Detection {
    /// `[[toolchain]]` rows.
    pub toolchains: Vec<(Place, Toolchain)>,
    /// `[[program]]` rows.
    pub programs: Vec<(Place, Tool)>,
    /// `[[target_word]]` rows.
    pub words: Vec<(Place, Word)>,
    /// `[[ci_action]]` rows.
    pub actions: Vec<(Place, Action)>,
    /// `[[platform]]` rows.
    pub platforms: Vec<(Place, Platform)>,
    /// `[[ci_setting]]` rows.
    pub settings: Vec<(Place, Setting)>,
    /// `[[decision_log]]` rows.
    pub decision_logs: Vec<(Place, Folder)>,
    /// `[[page]]` rows.
    pub pages: Vec<(Place, Page)>,
    /// `[[hosting]]` rows.
    pub hostings: Vec<(Place, Hosting)>,
    /// `[[tier]]` rows.
    pub tiers: Vec<(Place, Folder)>,
    /// `[[release_flow]]` rows.
    pub flows: Vec<(Place, ReleaseFlow)>,
    /// `[[publisher]]` rows.
    pub publishers: Vec<(Place, Publisher)>,
    /// `[[rivalry]]` rows.
    pub rivalries: Vec<(Place, Rivalry)>,
    /// `[[pins]]` rows.
    pub pins: Vec<(Place, Pins)>,
    /// `[[instruction]]` rows.
    pub instructions: Vec<(Place, Instruction)>,
    /// `[[merge_sign]]` rows.
    pub merge_signs: Vec<(Place, MergeSign)>,
    /// `[[job_word]]` rows.
    pub job_words: Vec<(Place, JobWord)>,
    /// `[[project_mark]]` rows.
    pub project_marks: Vec<(Place, ProjectMark)>,
    /// `[[aside_folder]]` rows.
    pub aside_folders: Vec<(Place, AsideFolder)>,
    /// `[[build_tree]]` rows.
    pub build_trees: Vec<(Place, Folder)>,
}

impl Detection {
    /// Takes the rows of one file.
    pub fn take(&mut self, file: usize, document: &DeTable<'_>, problems: &mut Vec<Problem>) {
        self.toolchains.extend(rows(file, "toolchain", document, problems));
        self.programs.extend(rows(file, "program", document, problems));
        self.words.extend(rows(file, "target_word", document, problems));
        self.actions.extend(rows(file, "ci_action", document, problems));
        self.platforms.extend(rows(file, "platform", document, problems));
        self.settings.extend(rows(file, "ci_setting", document, problems));
        self.decision_logs.extend(rows(file, "decision_log", document, problems));
        self.pages.extend(rows(file, "page", document, problems));
        self.hostings.extend(rows(file, "hosting", document, problems));
        self.tiers.extend(rows(file, "tier", document, problems));
        self.flows.extend(rows(file, "release_flow", document, problems));
        self.publishers.extend(rows(file, "publisher", document, problems));
        self.rivalries.extend(rows(file, "rivalry", document, problems));
        self.pins.extend(rows(file, "pins", document, problems));
        self.instructions.extend(rows(file, "instruction", document, problems));
        self.merge_signs.extend(rows(file, "merge_sign", document, problems));
        self.job_words.extend(rows(file, "job_word", document, problems));
        self.project_marks.extend(rows(file, "project_mark", document, problems));
        self.aside_folders.extend(rows(file, "aside_folder", document, problems));
        self.build_trees.extend(rows(file, "build_tree", document, problems));
    }

    /// The statics, in the order of the rows, which is an order of preference.
    pub fn emit(&self) -> Result<String, Unsupported> {
        let mut out = "// Written by the build from tables/toolchains/.\n".to_owned();
        list(&mut out, "TOOLCHAINS", "Toolchain", &self.toolchains)?;
        list(&mut out, "PROGRAMS", "Tool", &self.programs)?;
        list(&mut out, "WORDS", "Word", &self.words)?;
        list(&mut out, "ACTIONS", "Action", &self.actions)?;
        list(&mut out, "PLATFORMS", "Platform", &self.platforms)?;
        list(&mut out, "SETTINGS", "Setting", &self.settings)?;
        list(&mut out, "DECISION_LOGS", "Place", &self.decision_logs)?;
        list(&mut out, "PAGES", "Page", &self.pages)?;
        list(&mut out, "HOSTINGS", "Hosting", &self.hostings)?;
        list(&mut out, "TIERS", "Place", &self.tiers)?;
        list(&mut out, "RELEASE_FLOWS", "ReleaseFlow", &self.flows)?;
        list(&mut out, "PUBLISHERS", "Publisher", &self.publishers)?;
        list(&mut out, "RIVALRIES", "Rivalry", &self.rivalries)?;
        list(&mut out, "PINS", "Pins", &self.pins)?;
        list(&mut out, "INSTRUCTIONS", "Instruction", &self.instructions)?;
        list(&mut out, "MERGE_SIGNS", "MergeSign", &self.merge_signs)?;
        list(&mut out, "JOB_WORDS", "JobWord", &self.job_words)?;
        list(&mut out, "PROJECT_MARKS", "ProjectMark", &self.project_marks)?;
        list(&mut out, "ASIDE_FOLDERS", "AsideFolder", &self.aside_folders)?;
        list(&mut out, "BUILD_TREES", "Place", &self.build_trees)?;
        Ok(out)
    }
}

fn list<T: Serialize>(
    out: &mut String,
    name: &str,
    of: &str,
    rows: &[(Place, T)],
) -> Result<(), Unsupported> {
    out.push_str(&format!(
        "\n/// In the order of the tables.\npub static {name}: [{of}; {}] = [\n",
        rows.len()
    ));
    for (_, row) in rows {
        out.push_str(&format!("    {},\n", literal(row, 1)?));
    }
    out.push_str("];\n");
    Ok(())
}
