//! Browsers that an account has been signed in to with.

use kernel::Token;
use std::time::Duration;

/// How long a browser counts as known after a sign-in with it.
pub const DEVICE_KNOWN: Duration = Duration::from_hours(24 * 180);
/// The most browsers that are known to an account; the least recently used goes.
pub const MAX_DEVICES: i64 = 10;

/// Marks a token of a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfDevice {}

/// What a browser shows that it has signed in before. It opens nothing; it only keeps strangers from using up this
/// browser's tries ([`crate::lockout`]).
pub type DeviceToken = Token<OfDevice>;
