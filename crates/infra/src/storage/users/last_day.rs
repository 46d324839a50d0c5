//! The failures of the last day in a column: their times in microseconds, separated by spaces.
//!
//! A column instead of separate rows, because its row is locked anyway while a sign-in result is recorded, and because
//! daily limits keep the list short.

use crate::db::error::DbError;
use facility_kernel::Timestamp;
use facility_users::last_day::LastDay;

/// Returns the column's text.
pub(crate) fn encode(day: &LastDay) -> String {
    let times: Vec<_> = day.times().iter().map(|time| time.as_micros().to_string()).collect();
    times.join(" ")
}

/// Reads the column. Errors: it is not a list of times.
pub(crate) fn read(text: &str, table: &'static str, column: &'static str) -> Result<LastDay, DbError> {
    let time = |micros: &str| micros.parse().map(Timestamp::from_micros);
    let times = text.split_ascii_whitespace().map(time).collect::<Result<LastDay, _>>();
    times.map_err(|_source| DbError::Inconsistent { table, column, row: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::TEST_NOW;

    #[test]
    fn times_are_read_as_they_were_encode() {
        for day in [LastDay::empty(), LastDay::from_iter([TEST_NOW]), LastDay::from_iter([TEST_NOW, Timestamp::EPOCH])]
        {
            assert_eq!(read(&encode(&day), "lockouts", "day_failures").unwrap(), day);
        }
        assert_eq!(encode(&LastDay::from_iter([Timestamp::from_micros(7), Timestamp::from_micros(3)])), "3 7");
        assert!(read("3 x", "lockouts", "day_failures").is_err());
    }
}
