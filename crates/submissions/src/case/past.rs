//! What became of a submission or an edit before another one of the same author took its place.

use facility_kernel::Timestamp;

/// What became of a submission or an edit, which has ids of this type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past<Id> {
    /// Its id.
    pub id: Id,
    /// Who rejected it, and why. `None` if it timed out.
    pub rejection: Option<Rejection>,
    /// When it was rejected, or timed out.
    pub decided_at: Timestamp,
}

/// A rejection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The reviewer's reason. `None` also if it is withheld.
    pub reason: Option<String>,
    /// The reviewer's name at that time.
    pub by: Option<String>,
}

impl<Id> Past<Id> {
    /// Returns it without the reviewer's reason.
    #[must_use]
    pub fn without_reason(self) -> Self {
        let rejection = self.rejection.map(|rejection| Rejection { reason: None, ..rejection });
        Self { rejection, ..self }
    }
}
