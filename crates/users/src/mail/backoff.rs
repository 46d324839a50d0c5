//! Waiting times between tries to send a message.

use facility_audit::mail::MailId;
use std::time::Duration;

/// Exponential backoff: the waiting time after the first failed try, doubled with each further try up to the maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backoff {
    /// The waiting time after the first failed try.
    pub first: Duration,
    /// The maximum waiting time.
    pub longest: Duration,
}

impl Backoff {
    /// The waiting times in production.
    pub const USUAL: Self = Self { first: Duration::from_mins(2), longest: Duration::from_hours(1) };

    /// Returns the waiting time after this many tries, between 50 % and 100 % of the nominal time. The jitter depends
    /// on the message's id and the number of tries, so that messages that failed together are not retried together.
    pub fn wait(&self, id: MailId, tries: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(tries.saturating_sub(1));
        let whole = self.first.saturating_mul(doubled).min(self.longest);
        let half = whole / 2;
        half + half * share(id, tries) / SHARES
    }
}

/// Number of different jitter values.
const SHARES: u32 = 1024;

/// Returns a pseudorandom number below [`SHARES`] (the finalizer of SplitMix64).
fn share(id: MailId, tries: u32) -> u32 {
    let (high, low) = id.as_uuid().as_u64_pair();
    let mut bits = high ^ low.rotate_left(32) ^ u64::from(tries).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u32::try_from((bits ^ (bits >> 31)) % u64::from(SHARES)).unwrap_or_default()
}
