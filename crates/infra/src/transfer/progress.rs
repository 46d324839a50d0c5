//! How far an export or an import has come.

/// A part of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Reading records, and writing them into an archive.
    Records,
    /// Reading files, and writing them into an archive.
    Files,
    /// Checking an archive. Counted in bytes.
    Checking,
    /// Importing an archive. Counted in bytes.
    Importing,
    /// Reading the files of a folder.
    Folder,
    /// Writing the search index.
    Indexing,
}

/// Receives how far the work has come: the step, what is done of it, and how much there is.
pub type Progress<'a> = dyn FnMut(Step, u64, u64) + Send + 'a;
