//! The outcome of a submission or an edit that a later one revises.

use facility_kernel::Timestamp;

/// The outcome of a submission or an edit. `Id` is the type of its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreviousAttempt<Id> {
    pub id: Id,
    /// The rejection. `None` if the item timed out.
    pub rejection: Option<Rejection>,
    /// When it was rejected or timed out.
    pub decided_at: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The reviewer's reason. `None` if there is none or it is withheld.
    pub reason: Option<String>,
    /// The reviewer's username at that time.
    pub by: Option<String>,
}

impl<Id> PreviousAttempt<Id> {
    /// Removes the reviewer's reason.
    #[must_use]
    pub fn without_reason(self) -> Self {
        let rejection = self.rejection.map(|rejection| Rejection { reason: None, ..rejection });
        Self { rejection, ..self }
    }
}
