//! What the pages of a wiki know of each other.

use crate::wikis::source::FileIndex;
use std::collections::HashSet;

#[derive(Debug, Default)]
pub struct Wiki {
    /// The ids of all pages.
    pub pages: HashSet<String>,
    pub files: FileIndex,
}
