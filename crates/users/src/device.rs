//! Browsers from which an account has signed in.

use facility_kernel::Token;
use std::time::Duration;

/// How long a browser counts as known after a sign-in.
pub const KNOWN_DEVICE_LIFETIME: Duration = Duration::from_hours(24 * 180);
/// Maximum number of known browsers per account. Beyond it, the least recently used is removed.
pub const MAX_DEVICES: i64 = 10;

/// Marks a token as a device token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfDevice {}

/// Proves that this browser has signed in before. It grants no access; it only prevents others from using up this
/// browser's attempts ([`crate::lockout`]).
pub type DeviceToken = Token<OfDevice>;
