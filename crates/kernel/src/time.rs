//! Points in time: microseconds since the Unix epoch, displayed as RFC 3339 in UTC with milliseconds.

use crate::ParseError;
use chrono::{DateTime, SecondsFormat};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A point in time, in microseconds since 1970-01-01T00:00:00Z.
///
/// Both databases store microseconds exactly, so timestamps compare the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The earliest supported time: the Unix epoch.
    pub const EPOCH: Self = Self(0);

    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// Adds a duration. Saturates at the latest representable time.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(micros(duration)))
    }

    /// Subtracts a duration. Saturates at the earliest representable time.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(micros(duration)))
    }

    /// The time since `earlier`. Zero if this is not later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = DateTime::from_timestamp_micros(self.0).unwrap_or(DateTime::UNIX_EPOCH);
        f.write_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl FromStr for Timestamp {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        DateTime::parse_from_rfc3339(text)
            .map(|time| Self(time.timestamp_micros()))
            .map_err(|source| ParseError::new("time", format!("invalid RFC 3339 timestamp: {source}")))
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A source of the current time.
///
/// Implementations MUST truncate to whole microseconds, so that stored times are read back unchanged.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_shown_in_utc_with_milliseconds() {
        let time: Timestamp = "2026-11-21T07:32:00.000Z".parse().unwrap();
        assert_eq!(time.to_string(), "2026-11-21T07:32:00.000Z");
        let with_offset: Timestamp = "2026-11-21T08:32:00+01:00".parse().unwrap();
        assert_eq!(with_offset, time);
        assert!("yesterday".parse::<Timestamp>().is_err());
    }

    #[test]
    fn arithmetic_stays_in_range() {
        let time = Timestamp::from_micros(5);
        assert_eq!(time.plus(Duration::from_micros(3)).since(time), Duration::from_micros(3));
        assert_eq!(time.since(time.plus(Duration::from_secs(1))), Duration::ZERO);
        assert_eq!(Timestamp::from_micros(i64::MAX).plus(Duration::from_secs(1)).as_micros(), i64::MAX);
    }
}
