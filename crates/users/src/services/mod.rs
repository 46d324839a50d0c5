//! The use cases around accounts.

mod administration;
mod code_sync;
mod delivery;
mod emergency;
mod mail_settings;
mod monitoring;
mod operator;
mod own_sessions;
mod passwords;
mod registration;
mod second_step;
mod sessions;
mod settings;
mod sign_in;
mod site_control;
mod site_keys;
mod two_factor;
mod verdicts;
mod verifier;

pub use administration::Administration;
pub use code_sync::{CodeSync, HandedOver};
pub use delivery::{Delivered, Delivery};
pub use emergency::{EmergencyAccess, EmergencySession};
pub use mail_settings::MailSettings;
pub use monitoring::{Monitoring, WatchSummary};
pub use operator::{FirstStart, GivenSecrets, Operator};
pub use own_sessions::OwnSessions;
pub use passwords::{PasswordChangeRequest, PasswordResetRequest, Passwords, ResetIssued};
pub use registration::{Registration, RegistrationRequest};
pub use second_step::{CodeRequest, SecondStep};
pub use sessions::{SessionCheck, Sessions};
pub use settings::Settings;
pub use sign_in::{PendingSignIn, SignIn, SignInAnswer, SignInRequest, SignedIn};
pub use site_control::SiteControl;
pub use site_keys::{SiteKeys, blocked_network};
pub use two_factor::TwoFactor;
pub use verdicts::Verdicts;
pub use verifier::Verifier;

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
