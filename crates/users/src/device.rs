//! Browsers that an account has been signed in to with.

use crate::Secret;
use std::time::Duration;

/// How long a browser counts as known after a sign-in with it.
pub const DEVICE_KNOWN: Duration = Duration::from_hours(24 * 180);
/// The most browsers that are known to an account; the least recently used goes.
pub const MAX_DEVICES: i64 = 10;

/// What a browser shows that it has signed in before: 256 random bits in base64url. It opens nothing; it only keeps
/// strangers from using up this browser's tries ([`crate::lockout`]). The database knows only its SHA-256.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceToken(Secret);

impl DeviceToken {
    /// The token of these random bits.
    pub fn from_bits(bits: [u8; 32]) -> Self {
        Self(Secret::from_bits(&bits))
    }

    /// A token as a cookie carries it. Anything is accepted: what is not a token matches no browser.
    pub fn from_cookie(text: &str) -> Self {
        Self(Secret::new(text))
    }

    /// The token, for the cookie.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// What the database knows the token by: [`Secret::fingerprint`].
    pub fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }
}
