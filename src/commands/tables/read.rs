//! The texts of a folder of tables, read within bounds; no link is followed.

use std::path::{Path, PathBuf};

use crate::host::files::{Dir, Kind, Trouble};
use crate::tables::source::Source;

/// The most that is read of one table, in bytes.
const CAP: u64 = 256 * 1024;
/// The most files that are read.
const FILES: usize = 2_000;
/// How many folders deep a table may stand.
const DEPTH: usize = 8;

/// What was read, and what could not be.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// The tables.
    pub(super) sources: Vec<Source>,
    /// Paths and what is wrong with them.
    pub(super) unread: Vec<(String, String)>,
}

/// Every `.toml` file below `folder`, whose paths begin with `name`.
pub(super) fn texts(folder: &Dir, name: &str) -> Result<Texts, Trouble> {
    let mut texts = Texts::default();
    texts.walk(folder, Path::new(""), name, 0)?;
    Ok(texts)
}

impl Texts {
    fn walk(&mut self, folder: &Dir, below: &Path, name: &str, depth: usize) -> Result<(), Trouble> {
        for entry in folder.entries(below)? {
            let path: PathBuf = below.join(&entry.name);
            let shown = format!("{name}/{}", path.display());
            let table = path.extension().is_some_and(|end| end == "toml");
            match entry.kind {
                Kind::Folder if depth == DEPTH => self.unread.push((shown, "it stands too deep".to_owned())),
                Kind::Folder => {
                    if let Err(why) = self.walk(folder, &path, name, depth + 1) {
                        self.unread.push((shown, why.to_string()));
                    }
                }
                _ if table && self.sources.len() >= FILES => {
                    self.unread.push((shown, format!("there are more than {FILES} tables")));
                    return Ok(());
                }
                Kind::File if table => match folder.read_text(&path, CAP) {
                    Ok(text) => self.sources.push(Source { path: shown, text }),
                    Err(why) => self.unread.push((shown, why.to_string())),
                },
                // A link without an ending may be one to a folder of tables.
                Kind::Link if table || path.extension().is_none() => {
                    self.unread.push((shown, Trouble::Link.to_string()));
                }
                Kind::Other if table => self.unread.push((shown, Trouble::NotRegular.to_string())),
                _ => {}
            }
        }
        Ok(())
    }
}
