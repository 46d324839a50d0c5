//! Progress of exports and imports.

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
    /// Reading the files of a source.
    Source,
    /// Writing the pages of a source.
    Pages,
    /// Writing the search index.
    Indexing,
}

/// Receives the progress of the work: the step, how much of it is done, and its total.
pub type Progress<'a> = dyn FnMut(Step, u64, u64) + Send + 'a;
