//! Errors of operations on documents.

use crate::portions::scan::PortionFault;
use facility_kernel::{Clearance, StoreError};

facility_kernel::errors! {
    /// Why an operation on documents failed. Each message can be shown to the caller.
    pub enum DocumentError: Invalid, Store {
        /// The document does not exist, or is hidden from the caller.
        #[error("Document not found")]
        NotFound => NotFound, "not_found";
        /// The document is above the caller's level.
        #[error(
            "Your clearance level is insufficient to access this document. Required clearance: Level {required}"
        )]
        InsufficientClearance {
            /// The document's level.
            required: Clearance,
        } => Forbidden, "insufficient_clearance", requires *required;
        /// The document belongs to another user.
        #[error("You can only do this with documents you created")]
        OwnerOnly => Forbidden, "owner_only";
        /// Somebody else has changed the document in the meantime.
        #[error("Someone else has changed this document. Reload and try again")]
        Stale => Conflict, "stale";
        /// The document already has this version.
        #[error("The document already has this version")]
        CurrentVersion => Conflict, "current_version";
        /// A passage of one of the texts is above the caller's level, or the mark of such a passage is missing, moved
        /// or changed.
        #[error("A passage of one of the versions is above your clearance level")]
        PortionMismatch => Conflict, "portion_mismatch";
    }
}

impl From<PortionFault> for DocumentError {
    fn from(fault: PortionFault) -> Self {
        Self::Invalid(vec![fault.into()])
    }
}

impl From<StoreError> for DocumentError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stale => Self::Stale,
            other => Self::Store(other),
        }
    }
}
