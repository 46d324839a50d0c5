//! The schedule of backups.

use std::path::PathBuf;
use std::time::Duration;

/// The configuration of scheduled backups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The folder of the backups.
    pub folder: PathBuf,
    /// Time between two backups.
    pub every: Duration,
    /// Number of backups to keep.
    pub keep: usize,
}

/// Parses an interval such as `24h`, `30m` or `7d`: at least a minute, at most a year.
pub fn interval(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let minutes = match unit {
        "m" => 1,
        "h" => 60,
        "d" => 24 * 60,
        _ => return None,
    };
    let minutes = number.parse::<u64>().ok()?.checked_mul(minutes)?;
    (1..=366 * 24 * 60).contains(&minutes).then(|| Duration::from_mins(minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_read_with_their_unit() {
        for (text, minutes) in [("1m", 1), ("24h", 1440), ("7d", 10_080), ("366d", 527_040)] {
            assert_eq!(interval(text), Some(Duration::from_mins(minutes)), "{text}");
        }
        for bad in ["", "h", "0m", "24", "1.5h", "-1h", "367d", "1w", "h1", "é"] {
            assert_eq!(interval(bad), None, "{bad}");
        }
    }
}
