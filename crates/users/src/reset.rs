//! Password reset codes, with which users set a new password without the old one, and the port that stores their
//! hashes.

use crate::authority::{Authority, NoAuthority};
use crate::lockout::{Admission, Claimant};
use crate::user::{Account, User};
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_kernel::{Secret, SessionId, StoreError, Timestamp, UserId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::time::Duration;

/// How long a code is valid.
pub const RESET_CODE_VALID: Duration = Duration::from_hours(1);
/// Number of wrong codes after which attempts from the same network, or from the same browser if the account knows it,
/// are refused for [`RESET_CODE_VALID`] or until an administrator issues another code.
pub const RESET_TRIES: u32 = 5;

/// Returns the key of the counter for this claimant's attempts.
pub fn tries_key(claimant: &Claimant, is_known_browser: bool) -> String {
    let browser = claimant.device.as_deref().filter(|_| is_known_browser);
    format!("{}{}", tries_prefix(&claimant.username_key), browser.unwrap_or(&claimant.network))
}

/// Returns the common prefix of a name's counter keys. Usernames cannot contain `|`.
pub fn tries_prefix(username_key: &str) -> String {
    format!("reset:{username_key}|")
}

/// Digits and letters that are hard to confuse, without I, L, O and U (Crockford's Base32).
const SYMBOLS: [char; 32] = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'M', 'N', 'P',
    'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z',
];
/// Number of symbols in a code, five bits each.
const CODE_SYMBOLS: usize = 16;
/// Number of symbols between hyphens.
const GROUP: usize = 4;

/// A code of 80 random bits: four groups of four symbols. Case, blanks and hyphens are ignored in comparisons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResetCode(Secret);

impl ResetCode {
    /// Creates a code from the first 16 of these random bytes.
    pub fn from_bits(bits: [u8; 32]) -> Self {
        let symbol = |byte: &u8| SYMBOLS.get(usize::from(byte & 31)).copied();
        Self(Secret::new(bits.iter().take(CODE_SYMBOLS).filter_map(symbol).collect::<String>()))
    }

    /// Wraps a code as typed. Any text is accepted; a text that is not a code matches nothing.
    pub fn received(text: &str) -> Self {
        let typed = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
        Self(Secret::new(typed.map(|c| c.to_ascii_uppercase()).collect::<String>()))
    }

    /// Returns the code in groups, for showing it once.
    pub fn grouped(&self) -> Secret {
        let symbols: Vec<char> = self.0.expose().chars().collect();
        let groups: Vec<String> = symbols.chunks(GROUP).map(|group| group.iter().collect()).collect();
        Secret::new(groups.join("-"))
    }
}

/// The server's key for hashes of codes. Without it, a stolen copy of the database cannot be used to guess codes.
#[derive(Clone)]
pub struct ResetKey([u8; 32]);

impl ResetKey {
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Computes the HMAC-SHA-256 of the account and the code, in hexadecimal. Takes the same work for a nonexistent
    /// account.
    pub fn fingerprint(&self, user: Option<UserId>, code: &ResetCode) -> String {
        let user = user.map(|id| id.to_string()).unwrap_or_default();
        // HMAC accepts keys of any length, so `new_from_slice` cannot fail.
        let mac = Hmac::<Sha256>::new_from_slice(&self.0).map(|mac| {
            mac.chain_update(user.as_bytes())
                .chain_update([0])
                .chain_update(code.0.expose().as_bytes())
                .finalize()
                .into_bytes()
        });
        mac.map(hex::encode).unwrap_or_default()
    }
}

impl std::fmt::Debug for ResetKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ResetKey(..)")
    }
}

/// A code in the form stored in the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReset {
    /// [`ResetKey::fingerprint`].
    pub fingerprint: String,
    pub expires_at: Timestamp,
}

/// A new code for an account. It replaces the account's previous one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IssuedReset {
    /// The account on which the decision was based.
    pub user: User,
    /// The rights on which the decision was based.
    pub authority: Authority,
    pub stored: StoredReset,
    pub issued_at: Timestamp,
}

/// What authorizes setting a new password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PasswordProof {
    /// The old password, which was checked.
    Password {
        /// The hash that was checked.
        checked: Secret,
        /// The session that does not end.
        keeps: SessionId,
    },
    /// A reset code, which is used up.
    Code(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPassword {
    pub user_id: UserId,
    pub hash: Secret,
    /// What authorizes the change.
    pub proof: PasswordProof,
    /// The claimant, whose counters must still admit an attempt.
    pub claimant: Claimant,
    pub at: Timestamp,
}

/// Why a new password was not set although its authorization was valid a moment before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordNotSet {
    /// The limit of guesses was reached in the meantime.
    Limited(Admission),
    /// The code was used or replaced, or it expired, in the meantime.
    Spent,
}

/// Storage for new passwords and reset codes.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PasswordRepository: Send + Sync {
    /// Returns the account with this name, which must be in the form of [`crate::user::Username::key_of`], and its code
    /// if there is one, in one read.
    async fn find(&self, username_key: &str) -> Result<Option<(Account, Option<StoredReset>)>, StoreError>;

    /// Stores a code. MUST replace the account's previous code, MUST reset the counted attempts, and MUST fail with
    /// `Stale` if the account has another revision than the one on which the decision was based. If the administrator
    /// has lost the rights, MUST write nothing and return `NoAuthority`.
    async fn issue(&self, issued: Audited<IssuedReset>) -> Result<Result<(), NoAuthority>, StoreError>;

    /// Sets a password in one transaction. MUST end every session of the account except the one that the proof keeps,
    /// and MUST delete the account's known browsers and networks and its code. If the proof is a code, MUST also clear
    /// the counted wrong passwords, but not the wrong second-factor codes. Of concurrent changes with the same proof,
    /// at most one may succeed.
    ///
    /// If the proof is a password and the claimant's counters no longer admit an attempt, or if the code is no longer
    /// valid, MUST write nothing and return the reason. Errors: `Stale` if the account lost its approval or its
    /// password changed since the check.
    async fn set(&self, change: Audited<NewPassword>) -> Result<Result<(), PasswordNotSet>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    #[test]
    fn code_has_eighty_bits_in_four_groups() {
        let code = ResetCode::from_bits(std::array::from_fn(|n| u8::try_from(n * 2).unwrap()));
        assert_eq!(code.grouped().expose(), "0246-8ACE-GJMP-RTWY");
        assert_eq!(ResetCode::from_bits([255; 32]).grouped().expose(), "ZZZZ-ZZZZ-ZZZZ-ZZZZ");
        assert!(!SYMBOLS.iter().any(|symbol| "ILOU".contains(*symbol)));
        assert_eq!((RESET_CODE_VALID.as_secs(), RESET_TRIES), (3600, 5));
    }

    #[test]
    fn code_is_read_regardless_of_case_blanks_and_hyphens() {
        let code = ResetCode::from_bits([7; 32]);
        for typed in ["7777-7777-7777-7777", "7777777777777777", " 7777 7777-7777\t7777 "] {
            assert_eq!(ResetCode::received(typed), code, "{typed}");
        }
        assert_eq!(ResetCode::received("zzzz-zzzz-zzzz-zzzz"), ResetCode::from_bits([31; 32]));
    }

    #[test]
    fn fingerprint_depends_on_key_account_and_code() {
        let (key, code) = (ResetKey::new([1; 32]), ResetCode::from_bits([7; 32]));
        let user = Some(UserId::Account(numbered(1)));
        let expected = key.fingerprint(user, &code);
        assert_eq!(expected.len(), 64);
        assert_eq!(ResetKey::new([1; 32]).fingerprint(user, &code), expected);
        assert_ne!(ResetKey::new([2; 32]).fingerprint(user, &code), expected);
        assert_ne!(key.fingerprint(Some(UserId::Account(numbered(2))), &code), expected);
        assert_ne!(key.fingerprint(None, &code), expected);
        assert_ne!(key.fingerprint(user, &ResetCode::from_bits([8; 32])), expected);
        assert_eq!(format!("{key:?}"), "ResetKey(..)");
    }
}
