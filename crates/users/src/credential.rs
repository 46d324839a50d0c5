//! The site's own keys.

facility_kernel::named! {
    /// The site's own keys.
    pub enum CredentialName {
        /// Opens emergency access.
        EmergencyKey => "emergency_key",
        /// Issues codes without signing in.
        MasterKey => "master_key",
    }
}
