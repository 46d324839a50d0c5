//! Dates as people write them.

use chrono::{DateTime, NaiveDate, NaiveDateTime};
use facility_kernel::Timestamp;
use std::time::Duration;

/// The smallest difference between two timestamps.
const TICK: Duration = Duration::from_micros(1);

/// Forms with a time and an offset.
const WITH_OFFSET: [&str; 4] =
    ["%Y-%m-%d %H:%M:%S %z", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%d %H:%M:%S%:z", "%Y-%m-%d %H:%M %z"];
/// Forms with a time, which is taken as UTC.
const WITH_TIME: [&str; 9] = [
    "%Y-%m-%dT%H:%M:%S%.f",
    "%Y-%m-%d %H:%M:%S%.f",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%d %H:%M",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%d.%m.%Y %H:%M",
    "%Y%m%d%H%M%S",
    "%B %d, %Y %H:%M",
];
/// Forms of a day, except for those in which day and month could be confused.
const DAYS: [&str; 11] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y%m%d",
    "%d.%m.%Y",
    "%d %B %Y",
    "%B %d %Y",
    "%d %b %Y",
    "%b %d %Y",
    "%d-%b-%Y",
    "%Y-%m-%d %A",
];

/// Returns the time that a text names; a day means its start in UTC. `None`: it has another form, or is before 1970 or
/// after `now`, so it may belong to the fiction.
pub(crate) fn parse(text: &str, now: Timestamp) -> Option<Timestamp> {
    let text = text.trim();
    let time = DateTime::parse_from_rfc3339(text)
        .ok()
        .or_else(|| WITH_OFFSET.iter().find_map(|form| DateTime::parse_from_str(text, form).ok()))
        .or_else(|| DateTime::parse_from_rfc2822(text).ok())
        .map(|time| time.timestamp_micros());
    let time = time.or_else(|| {
        let plain = text.strip_suffix(['Z', 'z']).or_else(|| text.strip_suffix(" UTC")).unwrap_or(text);
        let of_time = WITH_TIME.iter().find_map(|form| NaiveDateTime::parse_from_str(plain, form).ok());
        let time = of_time.or_else(|| {
            let words = day_words(plain);
            let day = DAYS.iter().find_map(|form| NaiveDate::parse_from_str(&words, form).ok());
            day?.and_hms_opt(0, 0, 0)
        });
        time.map(|time| time.and_utc().timestamp_micros())
    });
    let time = Timestamp::from_micros(time?);
    (Timestamp::EPOCH..=now).contains(&time).then_some(time)
}

/// Makes ascending dates distinct by moving each at least a microsecond after the one before. `now` is the maximum of
/// all dates, and none becomes later than that.
pub(crate) fn spread(dates: &mut [Timestamp], now: Timestamp) {
    let mut earliest = Timestamp::EPOCH;
    for date in &mut *dates {
        *date = earliest.max(*date);
        earliest = date.plus(TICK);
    }
    let mut latest = now;
    for date in dates.iter_mut().rev() {
        *date = latest.min(*date);
        latest = date.minus(TICK);
    }
}

/// Removes commas, `of`, and the endings of ordinal numbers.
fn day_words(text: &str) -> String {
    let text = text.replace(',', " ");
    let words = text.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("of"));
    let plain = words.map(|word| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let is_ordinal = matches!(word.get(digits.len()..), Some("st" | "nd" | "rd" | "th"));
        if is_ordinal && !digits.is_empty() { digits } else { word }
    });
    plain.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_form_is_a_time() {
        let now = "2026-11-30T00:00:00Z".parse().unwrap();
        for (text, time) in [
            ("2020-03-04", "2020-03-04T00:00:00.000Z"),
            ("2020/03/04", "2020-03-04T00:00:00.000Z"),
            ("4 March 2020", "2020-03-04T00:00:00.000Z"),
            ("March 4, 2020", "2020-03-04T00:00:00.000Z"),
            ("4th of March, 2020", "2020-03-04T00:00:00.000Z"),
            ("Mar 4, 2020", "2020-03-04T00:00:00.000Z"),
            ("04.03.2020", "2020-03-04T00:00:00.000Z"),
            ("2020-03-04 05:06", "2020-03-04T05:06:00.000Z"),
            ("2020-03-04T05:06:07", "2020-03-04T05:06:07.000Z"),
            ("2020-03-04 05:06:07 +0100", "2020-03-04T04:06:07.000Z"),
            ("2020-03-04T05:06:07.5+01:00", "2020-03-04T04:06:07.500Z"),
            ("Wed, 4 Mar 2020 05:06:07 +0000", "2020-03-04T05:06:07.000Z"),
            ("20200304050607", "2020-03-04T05:06:07.000Z"),
            ("2020-03-04 Wednesday", "2020-03-04T00:00:00.000Z"),
        ] {
            assert_eq!(parse(text, now).map(|time| time.to_string()).as_deref(), Some(time), "{text}");
        }
    }

    #[test]
    fn fictional_or_ambiguous_date_is_none() {
        let now = "2026-11-30T00:00:00Z".parse().unwrap();
        for text in ["1961-12-21", "2999-01-01", "3rd of Ebb, 1961", "03/04/2020", "2020", "soon", "", "2023-02-29"] {
            assert_eq!(parse(text, now), None, "{text}");
        }
    }

    #[test]
    fn equal_dates_are_spread_and_stay_in_the_past() {
        let times = |micros: &[i64]| {
            let mut dates: Vec<Timestamp> = micros.iter().copied().map(Timestamp::from_micros).collect();
            spread(&mut dates, Timestamp::from_micros(100));
            dates.into_iter().map(Timestamp::as_micros).collect::<Vec<_>>()
        };
        assert_eq!(times(&[5, 5, 5, 6, 50]), [5, 6, 7, 8, 50]);
        assert_eq!(times(&[5, 98, 100, 100, 100]), [5, 97, 98, 99, 100]);
        assert_eq!(times(&[]), [] as [i64; 0]);
    }
}
