//! Marks for documents that a reader has not seen yet.

use crate::document::Document;
use facility_kernel::{Actor, Timestamp, UserId};

/// Number of days for which a document is new, not counting the day of its publication (UTC).
const NEW_DAYS: i64 = 30;
const MICROS_OF_A_DAY: i64 = 24 * 60 * 60 * 1_000_000;

facility_kernel::named! {
    /// How a document is marked for a reader.
    pub enum Mark {
        /// Published in the last 30 days, and this reader has never opened it.
        New => "new",
        /// Changed since the version that this reader last opened.
        Changed => "changed",
    }
}

impl Mark {
    /// Returns the mark of a document for a reader who last opened version `opened`. Readers' own documents are never
    /// marked. Nothing is marked for emergency access, which several people may use.
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

/// Returns the number of the UTC day of this time. Marks can change when it changes.
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
        // A document released today is new, whenever it was approved.
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
