//! Names entered by callers who are not signed in. A name without an account may be a password typed into the wrong
//! field, so it is never stored.

use crate::user::Username;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Maximum length of a name that is looked up or recorded.
const NAME_CHARS: usize = 50;

/// A name in the forms used by counters and records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClaimedName {
    /// The key for its counters.
    pub(crate) key: String,
    /// The name for records.
    pub(crate) shown: String,
}

impl ClaimedName {
    /// The name of an account, as typed.
    pub(crate) fn of_account(typed: &str) -> Self {
        Self { key: lookup_key(typed), shown: typed.chars().take(NAME_CHARS).collect() }
    }
}

/// Returns the form in which a typed name is looked up.
pub(crate) fn lookup_key(typed: &str) -> String {
    let mut key = Username::key_of(&typed.chars().take(NAME_CHARS).collect::<String>());
    if typed.chars().nth(NAME_CHARS).is_some() {
        // No username contains this character, so an overlong name matches no account but takes the same work to look
        // up.
        key.push('…');
    }
    key
}

/// The server's key for fingerprints of names without an account.
#[derive(Clone)]
pub struct NameKey([u8; 32]);

impl NameKey {
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Returns the entered name in the form that may be stored. Takes the same work for every name.
    pub(crate) fn claimed(&self, typed: &str, is_account: bool) -> ClaimedName {
        let unknown = self.unknown(&lookup_key(typed));
        if is_account { ClaimedName::of_account(typed) } else { ClaimedName { key: unknown.clone(), shown: unknown } }
    }

    /// Returns a placeholder for the name. No username contains blanks. 32 bits distinguish names but are too few to
    /// confirm a guessed password.
    fn unknown(&self, key: &str) -> String {
        // HMAC accepts keys of any length, so `new_from_slice` cannot fail.
        let mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .map_or([0; 32], |mac| mac.chain_update(key).finalize().into_bytes().into());
        let [a, b, c, d, ..]: [u8; 32] = mac;
        format!("unknown name {:08x}", u32::from_be_bytes([a, b, c, d]))
    }
}

impl std::fmt::Debug for NameKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NameKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_without_an_account_is_stored_as_a_fingerprint() {
        let key = NameKey::new([1; 32]);
        let unknown = key.claimed("Quiet-Lantern 42!", false);
        assert_eq!(unknown, key.claimed(" quiet-lantern 42! ", false), "tries of one name are the same");
        assert!(unknown.shown.len() == 21 && unknown.shown.starts_with("unknown name "), "{unknown:?}");
        assert_eq!(unknown.key, unknown.shown);
        assert_ne!(unknown, key.claimed("Quiet-Lantern 43!", false));
        assert_ne!(unknown, NameKey::new([2; 32]).claimed("Quiet-Lantern 42!", false));
        let known = key.claimed("Mercer ", true);
        assert_eq!((known.key.as_str(), known.shown.as_str()), ("mercer", "Mercer "));
        let long = "m".repeat(60);
        assert_eq!(lookup_key(&long), format!("{}…", "m".repeat(50)));
        assert_eq!(format!("{key:?}"), "NameKey(..)");
    }
}
