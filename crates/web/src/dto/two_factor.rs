//! Codes of the second factor on the wire.

use facility_users::second_factor::Method;

/// The kind of a code.
#[derive(Clone, Copy, Debug, serde::Deserialize, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TwoFactorMethod {
    /// A code of the authenticator app: six digits, each accepted once.
    App,
    /// A backup code, accepted once.
    Backup,
    /// The static code, accepted until it is replaced. Each use raises an alert.
    Static,
}

impl From<Method> for TwoFactorMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::App => Self::App,
            Method::Backup => Self::Backup,
            Method::Static => Self::Static,
        }
    }
}

impl From<TwoFactorMethod> for Method {
    fn from(method: TwoFactorMethod) -> Self {
        match method {
            TwoFactorMethod::App => Self::App,
            TwoFactorMethod::Backup => Self::Backup,
            TwoFactorMethod::Static => Self::Static,
        }
    }
}
