//! What a role works on: the folders from which nothing is started, since whoever wrote the repository could have
//! put it there.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::host::place::Repository;

/// The folders of a repository.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ground {
    /// As they were named and as they really are, in lower case: some file systems do not tell it.
    folders: Vec<PathBuf>,
    /// By device and number, so that another path to the same folder is no way around.
    same: Vec<(u64, u64)>,
}

impl Ground {
    /// These folders and what is in them.
    pub fn of(folders: &[&Path]) -> Self {
        let mut ground = Self::default();
        for folder in folders {
            ground.folders.push(lower(folder));
            if let Ok(whole) = folder.canonicalize() {
                ground.folders.push(lower(&whole));
            }
            ground.same.extend(folder.metadata().ok().as_ref().map(identity));
        }
        ground
    }

    /// All of a repository: the working tree, its git folders, and the main working tree where this is another.
    pub fn of_repository(place: &Repository) -> Self {
        let main = place.common_dir.parent().filter(|_| place.common_dir.ends_with(".git"));
        let own = [place.root.as_path(), &place.git_dir, &place.common_dir];
        Self::of(&own.into_iter().chain(main).collect::<Vec<_>>())
    }

    /// The repository around a folder; that folder where there is none.
    pub fn around(folder: &Path) -> Self {
        Repository::around(folder).map_or_else(|_| Self::of(&[folder]), |place| Self::of_repository(&place))
    }

    /// Whether a path leads into it.
    pub fn holds(&self, path: &Path) -> bool {
        let small = lower(path);
        self.folders.iter().any(|folder| small.starts_with(folder))
            || path.metadata().is_ok_and(|stat| stat.is_dir() && self.same.contains(&identity(&stat)))
    }
}

fn identity(stat: &Metadata) -> (u64, u64) {
    (stat.dev(), stat.ino())
}

fn lower(path: &Path) -> PathBuf {
    PathBuf::from(path.to_string_lossy().to_lowercase())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::Ground;
    use crate::host::place::Repository;

    #[test]
    fn a_second_working_tree_brings_the_first_along() {
        let top = tempfile::tempdir().unwrap();
        let at = top.path().canonicalize().unwrap();
        let place = Repository {
            root: at.join("side"),
            git_dir: at.join("main/.git/worktrees/side"),
            common_dir: at.join("main/.git"),
        };
        let ground = Ground::of_repository(&place);
        for path in ["side/x", "main/x", "main/.git/hooks/x", "SIDE/x"] {
            assert!(ground.holds(&at.join(path)), "{path}");
        }
        for path in ["sidecar/x", "other", ""] {
            assert!(!ground.holds(&at.join(path)), "{path}");
        }
    }

    #[test]
    fn another_path_to_the_same_folder_leads_into_it() {
        let top = tempfile::tempdir().unwrap();
        let at = top.path().canonicalize().unwrap();
        std::fs::create_dir(at.join("repo")).unwrap();
        symlink("repo", at.join("link")).unwrap();
        assert!(Ground::of(&[&at.join("repo")]).holds(&at.join("link")));
        assert!(Ground::of(&[&at.join("link")]).holds(&at.join("repo/x")));
    }
}
