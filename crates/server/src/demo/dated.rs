//! The documents of the demo with the times of their submission.

use super::lore::Lore;
use facility_kernel::{Clearance, Timestamp};
use std::time::Duration;

/// Time between a submission and its first review.
pub(super) const REVIEWED_AFTER: Duration = Duration::from_hours(20);
/// Time between the first and the second review.
pub(super) const SECOND_REVIEW_AFTER: Duration = Duration::from_hours(1);

/// A document and the time of its submission.
pub(super) struct DatedLore<'a> {
    /// The document.
    pub(super) lore: &'a Lore,
    /// The time of its submission.
    pub(super) at: Timestamp,
}

impl<'a> DatedLore<'a> {
    /// Assigns a time to the `nth` document. The submissions of a day are spread over the day.
    pub(super) fn of(lore: &'a Lore, nth: u64, now: Timestamp) -> Self {
        const MINUTES_A_DAY: u64 = 14 * 60;
        let young = lore.age < Duration::from_hours(24 * 4);
        let minutes = if young { 0 } else { (nth * 373) % MINUTES_A_DAY };
        Self { lore, at: now.minus(lore.age).plus(Duration::from_mins(minutes)) }
    }

    /// Returns the time of the last review. Documents of the highest level have two reviews.
    pub(super) fn decided_at(&self) -> Timestamp {
        let first = self.at.plus(REVIEWED_AFTER);
        if self.lore.level == Clearance::MAX.level() { first.plus(SECOND_REVIEW_AFTER) } else { first }
    }
}
