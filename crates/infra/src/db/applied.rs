//! Results of writes that are decided inside their transaction.

use facility_audit::entry::{Details, Entry};

/// An applied change, and what became known only inside its transaction.
pub struct Applied<T> {
    /// The answer to the caller.
    pub answer: T,
    /// Details to add to the change's audit entry.
    pub details: Details,
    /// A second audit entry, appended after the first.
    pub alert: Option<Entry>,
}

impl<T> Applied<T> {
    /// An applied change without further details or alert.
    pub fn plain(answer: T) -> Self {
        Self { answer, details: Details::new(), alert: None }
    }
}

/// The applied change, or why it was refused inside its transaction.
pub(crate) type ApplyResult<T, R> = Result<Applied<T>, R>;
