//! The site's own keys.

/// The site's own keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CredentialName {
    /// Opens an emergency-access session.
    EmergencyKey,
    /// Synchronizes codes without signing in.
    MasterKey,
}

impl CredentialName {
    /// Returns the name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EmergencyKey => "emergency_key",
            Self::MasterKey => "master_key",
        }
    }
}
