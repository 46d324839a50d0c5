//! What a write answers that was decided inside its transaction.

use facility_audit::entry::{Details, Entry};

/// A change that was applied, and what turned out inside its transaction.
pub struct Applied<T> {
    /// The answer to the caller.
    pub answer: T,
    /// What is added to the details of the change's entry.
    pub details: Details,
    /// A second entry, which follows the first.
    pub alert: Option<Entry>,
}

impl<T> Applied<T> {
    /// Nothing turned out.
    pub fn plainly(answer: T) -> Self {
        Self { answer, details: Details::new(), alert: None }
    }
}

/// What became of a verdict: what to report, or why it must not be reported.
pub(crate) type Judged<T, R> = Result<Applied<T>, R>;
