//! Records as a tree of git has them: intents, issues and decisions by their paths.

use crate::records::frontmatter::Document;
use crate::records::id::Id;
use crate::records::issue::Issue;
use crate::records::ledger::HOME;
use crate::records::names::Place;
use crate::records::shelf::Kept;

/// The folder of a place, from the top of the repository.
pub(super) fn folder<P: Place>(place: P) -> String {
    format!("{HOME}/{}", place.folder())
}

/// The id of a file that stands in one of `places`.
pub(super) fn id_in<P: Place>(path: &str, places: &[P]) -> Option<Id> {
    let (above, file) = path.rsplit_once('/')?;
    places.iter().any(|place| folder(*place) == above).then(|| P::id_of(file)).flatten()
}

/// A record of the lasting tier.
pub(super) fn kept<T: Kept>(text: &str) -> Option<T> {
    Document::parse(text).ok().and_then(|document| T::read(&document).ok())
}

/// An issue.
pub(super) fn issue(text: &str) -> Option<Issue> {
    Document::parse(text).ok().and_then(|document| Issue::read(&document).ok())
}
