//! The names of pages and files of a wiki.

use crate::wikis::source::FileIndex;
use std::collections::HashSet;

/// What the pages of a wiki know of each other.
#[derive(Debug, Default)]
pub(super) struct Wiki {
    /// The ids of all pages.
    pub(super) pages: HashSet<String>,
    pub(super) files: FileIndex,
}
