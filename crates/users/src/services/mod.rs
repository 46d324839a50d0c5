//! The use cases around accounts.

mod administration;
mod operator;
mod registration;
mod sessions;
mod settings;
mod sign_in;
mod site_control;

pub use administration::Administration;
pub use operator::{FirstStart, GivenSecrets, Operator};
pub use registration::{Registration, RegistrationRequest};
pub use sessions::{SessionCheck, Sessions};
pub use settings::Settings;
pub use sign_in::{SignIn, SignInAnswer, SignInRequest, SignedIn};
pub use site_control::SiteControl;

use crate::UserError;
use crate::ports::HashError;

impl From<HashError> for UserError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::HasherBusy,
            HashError::Failed(source) => Self::Store(kernel::StoreError::Internal(source)),
        }
    }
}
