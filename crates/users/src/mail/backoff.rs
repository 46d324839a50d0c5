//! The waits between tries to send a message.

use facility_audit::mail::MailId;
use std::time::Duration;

/// How long a message waits after a failed try: the first wait, doubled with each further try up to the longest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backoff {
    /// The wait after the first failed try.
    pub first: Duration,
    /// The longest wait.
    pub longest: Duration,
}

impl Backoff {
    /// The waits of a server in use.
    pub const USUAL: Self = Self { first: Duration::from_mins(2), longest: Duration::from_hours(1) };

    /// Returns the wait after this many tries. Between half of it and all of it counts, by the message's id and the
    /// number of the try: messages that failed together are not tried together again.
    pub fn wait(&self, id: MailId, tries: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(tries.saturating_sub(1));
        let whole = self.first.saturating_mul(doubled).min(self.longest);
        let half = whole / 2;
        half + half * share(id, tries) / SHARES
    }
}

/// Number of different jitters.
const SHARES: u32 = 1024;

/// Returns a number below [`SHARES`] that looks random (the finalizer of SplitMix64).
fn share(id: MailId, tries: u32) -> u32 {
    let (high, low) = id.as_uuid().as_u64_pair();
    let mut bits = high ^ low.rotate_left(32) ^ u64::from(tries).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u32::try_from((bits ^ (bits >> 31)) % u64::from(SHARES)).unwrap_or_default()
}
