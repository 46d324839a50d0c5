//! The site's own keys.

facility_kernel::named! {
    /// The site's own keys.
    pub enum CredentialName {
        /// Opens an emergency-access session.
        EmergencyKey => "emergency_key",
        /// Synchronizes codes without signing in.
        MasterKey => "master_key",
    }
}
