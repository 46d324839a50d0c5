//! What a reader has not seen yet of a record.

use crate::document::Document;
use facility_kernel::{Actor, Timestamp, UserId};

/// The days for which a record is new, the day of its publication not counted (UTC).
const NEW_DAYS: i64 = 30;
const MICROS_OF_A_DAY: i64 = 24 * 60 * 60 * 1_000_000;

facility_kernel::named! {
    /// What of a record its reader has not seen yet.
    pub enum Mark {
        /// It was published in the last 30 days, and this reader has never opened it.
        New => "new",
        /// It has a version that is later than the one this reader opened last.
        Changed => "changed",
    }
}

impl Mark {
    /// Returns the mark of a record for a reader who opened this version of it last. Their own records have none, and
    /// for the emergency access, which several people may use, no record has one.
    pub fn of(document: &Document, reader: &Actor, opened: Option<i32>, now: Timestamp) -> Option<Self> {
        if document.owner == reader.user_id || reader.user_id == UserId::EmergencyAccess {
            return None;
        }
        if let Some(version) = opened {
            return (version < document.version).then_some(Self::Changed);
        }
        let published = document.release_at.map_or(document.created_at, |at| at.max(document.created_at));
        (day(now) - day(published) <= NEW_DAYS).then_some(Self::New)
    }
}

/// Returns the number of the day (UTC) of this time: marks change with it.
pub const fn day(at: Timestamp) -> i64 {
    at.as_micros().div_euclid(MICROS_OF_A_DAY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visibility::testing::document;
    use facility_kernel::testing::{TEST_NOW, actor};
    use std::time::Duration;

    #[test]
    fn a_record_is_new_for_30_days_until_it_is_opened_and_changed_until_its_version_is() {
        let published = |days: u64| {
            let mut record = document(1, 1, 9);
            record.created_at = TEST_NOW.minus(Duration::from_hours(24 * days));
            record.version = 3;
            record
        };
        let mark = |record: &Document, opened| Mark::of(record, &actor(2, 1, false), opened, TEST_NOW);
        assert_eq!(mark(&published(30), None), Some(Mark::New));
        assert_eq!(mark(&published(31), None), None);
        assert_eq!(mark(&published(400), Some(2)), Some(Mark::Changed));
        assert_eq!(mark(&published(0), Some(3)), None);
        // A record that was released today is new, whenever it was approved.
        let released = Document { release_at: Some(TEST_NOW), ..published(90) };
        assert_eq!(mark(&released, None), Some(Mark::New));
    }

    #[test]
    fn own_records_and_the_emergency_access_have_no_marks() {
        let own = document(1, 1, 9);
        let mut owner = actor(2, 1, false);
        owner.user_id = own.owner;
        assert_eq!(Mark::of(&own, &owner, None, TEST_NOW), None);
        owner.user_id = UserId::EmergencyAccess;
        assert_eq!(Mark::of(&document(2, 1, 9), &owner, None, TEST_NOW), None);
    }
}
