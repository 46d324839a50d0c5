//! Derives one key per purpose from the server's secret.

use facility_audit::chain::ChainKey;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The server's keys. All nodes of a site must have the same secret, or they reject each other's passwords and audit
/// entries.
#[derive(Clone)]
pub struct Keys {
    secret: [u8; 32],
}

impl Keys {
    /// Creates the keys from a secret of 32 random bytes.
    pub const fn new(secret: [u8; 32]) -> Self {
        Self { secret }
    }

    /// Returns the key that seals the audit log.
    pub fn audit_chain(&self) -> ChainKey {
        ChainKey::new(self.derive("audit chain v1"))
    }

    /// Returns the pepper of all password hashes. Without it, a stolen copy of the database cannot be used to guess
    /// passwords.
    pub fn pepper(&self) -> Pepper {
        Pepper(self.derive("password pepper v1"))
    }

    /// Returns the key for hashes of password reset codes.
    pub fn password_resets(&self) -> [u8; 32] {
        self.derive("password resets v1")
    }

    /// Returns a value by which a database recognizes the secret. It reveals nothing about the secret or another key.
    pub(crate) fn check_value(&self) -> String {
        hex::encode(self.derive("check value v1"))
    }

    /// Returns a few characters that distinguish this installation's backups from those of others.
    pub fn short_id(&self) -> String {
        hex::encode(self.derive("installation id v1")).chars().take(8).collect()
    }

    /// Returns the key for fingerprints of names that belong to no account.
    pub fn claimed_names(&self) -> [u8; 32] {
        self.derive("claimed names v1")
    }

    /// Returns the key that seals the cursors of lists.
    pub fn cursors(&self) -> [u8; 32] {
        self.derive("list cursors v1")
    }

    /// Returns the key for the marks by which this site recognizes its cookies.
    pub fn cookie_marks(&self) -> [u8; 32] {
        self.derive("cookie marks v1")
    }

    /// Returns the key that encrypts the secrets of authenticator apps.
    pub(crate) fn secret_box(&self) -> [u8; 32] {
        self.derive("second factor secrets v1")
    }

    /// Returns the key that encrypts the key that signs checkpoints.
    pub(crate) fn signing_key_box(&self) -> [u8; 32] {
        self.derive("signing key v1")
    }

    /// Returns the key for hashes of backup and static codes.
    pub(crate) fn code_hashes(&self) -> [u8; 32] {
        self.derive("second factor codes v1")
    }

    /// Returns the key from which codes are derived.
    pub(crate) fn derived_codes(&self) -> [u8; 32] {
        self.derive("derived codes v1")
    }

    /// Returns the key for fingerprints of access keys that users typed.
    pub(crate) fn typed_keys(&self) -> [u8; 32] {
        self.derive("typed keys v1")
    }

    /// Computes HMAC-SHA-256 of the label. A key reveals nothing about the key of another label (NIST SP 800-108).
    fn derive(&self, label: &str) -> [u8; 32] {
        hmac_sha256(&self.secret, &[label.as_bytes()])
    }
}

/// Computes HMAC-SHA-256 (RFC 2104) of the parts, one after the other.
pub(crate) fn hmac_sha256(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC takes a key of any length, so `new_from_slice` cannot fail.
    Hmac::<Sha256>::new_from_slice(key)
        .map_or([0; 32], |mac| parts.iter().fold(mac, Mac::chain_update).finalize().into_bytes().into())
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(..)")
    }
}

/// The key mixed into password hashes.
#[derive(Clone)]
pub struct Pepper(pub(crate) [u8; 32]);

impl std::fmt::Debug for Pepper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pepper(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_purpose_and_each_secret_has_its_own_key() {
        let keys = Keys::new([1; 32]);
        assert_ne!(keys.derive("a"), keys.derive("b"));
        assert_eq!(keys.derive("a"), Keys::new([1; 32]).derive("a"));
        assert_ne!(keys.derive("a"), Keys::new([2; 32]).derive("a"));
        assert_ne!(keys.derive("a"), [0; 32]);
    }

    #[test]
    fn keys_are_never_printed() {
        assert_eq!(format!("{:?} {:?}", Keys::new([1; 32]), Keys::new([1; 32]).pepper()), "Keys(..) Pepper(..)");
    }
}
