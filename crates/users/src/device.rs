//! Browsers with which an account has signed in.

use facility_kernel::Token;
use std::time::Duration;

/// Time for which a browser counts as known after a sign-in with it.
pub const DEVICE_KNOWN: Duration = Duration::from_hours(24 * 180);
/// Maximum number of known browsers per account; the least recently used is removed.
pub const MAX_DEVICES: i64 = 10;

/// Marks a token as a browser's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfDevice {}

/// Proves that a browser has signed in before. It grants no access; it only prevents others from using up this
/// browser's attempts ([`crate::lockout`]).
pub type DeviceToken = Token<OfDevice>;
