//! Uses the server's keys: encrypts secrets of authenticator apps and the signing key, and hashes and derives codes.

use crate::keys::{Keys, hmac_sha256};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use facility_kernel::{Secret, StoreError, UserId};
use facility_users::second_factor::codes::Code;
use facility_users::second_factor::ports::{CodeHasher, SecretBox};

/// Bytes of the nonce, which is random: 192 bits never repeat.
const NONCE: usize = 24;
/// Characters of the fingerprint of a typed access key: 64 bits distinguish keys, and are too few to confirm a guess.
const FINGERPRINT_CHARS: usize = 16;

/// Encrypts with XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha), under a key that is derived from the server's secret.
/// The row's id is authenticated too, so a secret cannot be moved to another account.
#[derive(Clone)]
pub struct Sealer {
    cipher: XChaCha20Poly1305,
}

impl Sealer {
    /// Creates the sealer for secrets of authenticator apps.
    pub fn new(keys: &Keys) -> Self {
        Self { cipher: XChaCha20Poly1305::new(&keys.secret_box().into()) }
    }

    /// Creates the sealer for the key that signs checkpoints.
    pub(crate) fn of_signing_key(keys: &Keys) -> Self {
        Self { cipher: XChaCha20Poly1305::new(&keys.signing_key_box().into()) }
    }

    /// Encrypts the secret of the row with this id.
    pub(crate) fn seal_text(&self, id: &str, secret: &Secret) -> Result<String, StoreError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|error| StoreError::Internal(Box::new(error)))?;
        let payload = Payload { msg: secret.expose().as_bytes(), aad: id.as_bytes() };
        let sealed = self
            .cipher
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_opaque| StoreError::internal("a secret could not be encrypted"))?;
        Ok(STANDARD_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
    }

    /// Decrypts a secret. `None` if the row was altered or encrypted with another key.
    pub(crate) fn open_text(&self, id: &str, sealed: &str) -> Option<Secret> {
        let bytes = STANDARD_NO_PAD.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: sealed, aad: id.as_bytes() };
        let opened = self.cipher.decrypt(&XNonce::from(*nonce), payload).ok()?;
        String::from_utf8(opened).ok().map(Secret::new)
    }
}

impl SecretBox for Sealer {
    fn seal(&self, owner: UserId, secret: &Secret) -> Result<String, StoreError> {
        self.seal_text(&owner.to_string(), secret)
    }

    fn open(&self, owner: UserId, sealed: &str) -> Result<Secret, StoreError> {
        self.open_text(&owner.to_string(), sealed).ok_or_else(|| {
            StoreError::internal(
                "a second factor cannot be decrypted: the row was altered, or the server has another secret key",
            )
        })
    }
}

/// Hashes codes with HMAC-SHA-256. Codes have 40 bits or more and few guesses a day, but their plain hashes could be
/// searched in a stolen copy of the database; without the key they cannot.
#[derive(Clone)]
pub struct KeyedHasher {
    codes: [u8; 32],
    derived: [u8; 32],
    typed: [u8; 32],
}

impl KeyedHasher {
    /// Creates the hasher for these keys.
    pub fn new(keys: &Keys) -> Self {
        Self { codes: keys.code_hashes(), derived: keys.derived_codes(), typed: keys.typed_keys() }
    }
}

impl CodeHasher for KeyedHasher {
    fn hash(&self, owner: UserId, code: &Code) -> String {
        // No id contains this byte, so different pairs of account and code never have the same text.
        let owner = owner.to_string();
        hex::encode(hmac_sha256(&self.codes, &[owner.as_bytes(), b"\0", code.as_str().as_bytes()]))
    }

    fn derive(&self, text: &[u8]) -> [u8; 32] {
        hmac_sha256(&self.derived, &[text])
    }

    fn fingerprint(&self, typed: &Secret) -> String {
        let mut text = hex::encode(hmac_sha256(&self.typed, &[typed.expose().as_bytes()]));
        text.truncate(FINGERPRINT_CHARS);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    fn user(n: u64) -> UserId {
        UserId::Account(numbered(n))
    }

    #[test]
    fn a_secret_is_opened_by_its_owner_and_key_only() {
        let keys = Keys::new([1; 32]);
        let (sealer, secret) = (Sealer::new(&keys), Secret::new("GEZDGNBVGY3TQOJQ"));
        let sealed = sealer.seal(user(1), &secret).unwrap();
        assert!(!sealed.contains(secret.expose()));
        assert_ne!(sealer.seal(user(1), &secret).unwrap(), sealed, "each has its own nonce");
        assert_eq!(sealer.open(user(1), &sealed).unwrap(), secret);
        assert!(sealer.open(user(2), &sealed).is_err(), "a row that was moved");
        assert!(Sealer::new(&Keys::new([2; 32])).open(user(1), &sealed).is_err(), "another key");
        let mut altered = sealed.clone().into_bytes();
        altered[40] = if altered[40] == b'A' { b'B' } else { b'A' };
        assert!(sealer.open(user(1), &String::from_utf8(altered).unwrap()).is_err());
        for text in ["", "AAAA", "not base64!"] {
            assert!(sealer.open(user(1), text).is_err(), "{text}");
        }
    }

    #[test]
    fn hashes_depend_on_key_owner_and_code() {
        let (ours, theirs) = (KeyedHasher::new(&Keys::new([1; 32])), KeyedHasher::new(&Keys::new([2; 32])));
        let code = Code::typed("ABCD-1234");
        let hash = ours.hash(user(1), &code);
        assert_eq!(hash.len(), 64);
        assert_eq!(hash, ours.hash(user(1), &Code::typed("abcd 1234")));
        for other in
            [ours.hash(user(2), &code), ours.hash(user(1), &Code::typed("ABCD-1235")), theirs.hash(user(1), &code)]
        {
            assert_ne!(hash, other);
        }
        assert_ne!(ours.derive(b"a"), ours.derive(b"b"));
        assert_eq!(ours.derive(b"a"), ours.derive(b"a"));
        assert_ne!(ours.derive(b"a"), theirs.derive(b"a"));
    }

    #[test]
    fn fingerprints_of_typed_keys_differ_by_key_and_by_server_secret() {
        let (ours, typed) = (KeyedHasher::new(&Keys::new([1; 32])), Secret::new("a key that was typed"));
        assert_eq!(ours.fingerprint(&typed), ours.fingerprint(&typed));
        assert_eq!(ours.fingerprint(&typed).len(), 16);
        assert_ne!(ours.fingerprint(&typed), ours.fingerprint(&Secret::new("another key")));
        assert_ne!(ours.fingerprint(&typed), KeyedHasher::new(&Keys::new([2; 32])).fingerprint(&typed));
    }
}
