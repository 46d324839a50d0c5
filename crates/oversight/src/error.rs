//! Errors of oversight.

use facility_kernel::StoreError;

facility_kernel::errors! {
    /// Why an operation of oversight failed. Each message can be shown to the caller.
    pub enum OversightError {
        /// There is no such session.
        #[error("User not found")]
        NotFound => NotFound, "not_found";
        /// The emergency-access account, which several people may use, has no notifications and cannot mark alerts.
        #[error("The emergency-access account is protected")]
        ProtectedAccount => Forbidden, "protected_account";
        /// The session is the caller's own.
        #[error("You cannot do this to your own account")]
        SelfForbidden => Forbidden, "self_forbidden";
    } passing {
        /// The database failed.
        #[error(fmt = facility_kernel::errors::sentence)]
        Store(#[source] StoreError),
    }
}

impl From<StoreError> for OversightError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
