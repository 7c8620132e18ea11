//! Every template, built in: names relative to `templates/`.
//!
//! What a prompt is made from stands in folders that are named by a template version, `1/`, `2/` and so on.
//! A folder holds the files that its version changed; every other file is the newest older one.

include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// The text of a template, its lines ended by `\n` whatever the checkout made of them.
pub fn text(name: &str) -> Option<String> {
    let found = TEMPLATES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    TEMPLATES.get(found).map(|(_, text)| text.replace("\r\n", "\n"))
}
