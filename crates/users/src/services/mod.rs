//! The use cases of accounts.

pub mod administration;
pub mod code_sync;
pub mod delivery;
pub mod emergency;
pub mod guess_limits;
pub mod mail_settings;
pub mod operator;
pub mod own_sessions;
pub mod passwords;
pub mod registration;
pub mod second_step;
pub mod sessions;
pub mod settings;
pub mod sign_in;
pub mod site_control;
pub mod site_keys;
pub mod two_factor;
pub mod verifier;

use crate::error::UserError;
use crate::ports::HashError;

impl From<HashError> for UserError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::HasherBusy,
            HashError::Failed(source) => Self::Store(facility_kernel::StoreError::Internal(source)),
        }
    }
}
