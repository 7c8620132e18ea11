//! Presets of CMake that end with a verdict: workflows that test, and tests of what another preset makes.

use super::super::document::Node;
use super::super::ground::Ground;
use super::Target;

/// The workflow presets that hold a test, by name. A test preset alone needs what others must have made.
pub(super) fn read(ground: &Ground<'_>, path: &str) -> Vec<Target> {
    let Some(root) = ground.document(path) else { return Vec::new() };
    let workflows = root.get("workflowPresets").map(Node::items).unwrap_or_default();
    workflows.iter().filter_map(|preset| target(preset, path)).collect()
}

fn target(preset: &Node, path: &str) -> Option<Target> {
    let name = preset.get("name")?.text()?;
    let kinds: Vec<&str> = preset
        .get("steps")
        .map(Node::items)
        .unwrap_or_default()
        .iter()
        .filter_map(|step| step.get("type")?.text())
        .collect();
    let body = kinds.iter().filter_map(|kind| match *kind {
        "build" => Some("cmake --build --preset".to_owned()),
        "test" => Some("ctest --preset".to_owned()),
        "package" => Some("cpack".to_owned()),
        _ => None,
    });
    Some(Target {
        name: name.to_owned(),
        path: path.to_owned(),
        line: preset.line,
        body: body.collect(),
        private: preset.get("hidden").and_then(Node::text) == Some("true"),
        ..Target::default()
    })
}
