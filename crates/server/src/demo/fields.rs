//! The values at the start of the demo's files.

use std::collections::BTreeMap;
use std::time::Duration;

/// Returns the values at the start of a file by their names, and the rest.
pub(super) fn split(text: &str) -> Result<(BTreeMap<&str, &str>, &str), String> {
    let (front, rest) = text
        .strip_prefix("---\n")
        .and_then(|text| text.split_once("\n---\n"))
        .ok_or("does not begin with lines between two lines of ---")?;
    let mut given = BTreeMap::new();
    for line in front.lines() {
        let (name, value) = line.split_once(": ").ok_or_else(|| format!("no `name: value`: {line}"))?;
        given.insert(name, value.trim());
    }
    Ok((given, rest))
}

/// Takes the age, in days or in hours. Errors: it is missing or no number.
pub(super) fn age(given: &mut BTreeMap<&str, &str>) -> Result<Duration, String> {
    if let Some(hours) = given.remove("hours-ago") {
        return Ok(Duration::from_hours(number("hours-ago", hours)?));
    }
    let days: u64 = number("days-ago", given.remove("days-ago").unwrap_or(""))?;
    Ok(Duration::from_hours(24 * days))
}

/// Errors: there is a value that nothing takes.
pub(super) fn nothing_else(given: BTreeMap<&str, &str>) -> Result<(), String> {
    given.into_keys().next().map_or(Ok(()), |name| Err(format!("unknown name: {name}")))
}

/// Takes a value as a number of hours.
pub(super) fn hours(given: &mut BTreeMap<&str, &str>, name: &str) -> Result<Option<Duration>, String> {
    given.remove(name).map(|text| number(name, text).map(Duration::from_hours)).transpose()
}

pub(super) fn number<T: std::str::FromStr<Err: std::fmt::Display>>(name: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{name}: {error}"))
}
