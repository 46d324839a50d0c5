//! The site's own keys.

facility_kernel::named! {
    pub enum CredentialName {
        /// Opens emergency access.
        EmergencyKey => "emergency_key",
        /// Issues codes without signing in.
        MasterKey => "master_key",
    }
}
