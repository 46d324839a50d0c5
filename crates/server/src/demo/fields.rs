//! The fields at the start of the demo's files.

use std::collections::BTreeMap;
use std::time::Duration;

/// Returns the fields at the start of a file by name, and the rest of the file.
pub(super) fn split(text: &str) -> Result<(BTreeMap<&str, &str>, &str), String> {
    let (front, rest) = text
        .strip_prefix("---\n")
        .and_then(|text| text.split_once("\n---\n"))
        .ok_or("does not begin with lines between two lines of ---")?;
    let mut fields = BTreeMap::new();
    for line in front.lines() {
        let (name, value) = line.split_once(": ").ok_or_else(|| format!("no `name: value`: {line}"))?;
        fields.insert(name, value.trim());
    }
    Ok((fields, rest))
}

/// Removes the age from the fields. It is given in days or hours. Errors: it is missing or not a number.
pub(super) fn age(fields: &mut BTreeMap<&str, &str>) -> Result<Duration, String> {
    if let Some(hours) = fields.remove("hours-ago") {
        return Ok(Duration::from_hours(number("hours-ago", hours)?));
    }
    let days: u64 = number("days-ago", fields.remove("days-ago").unwrap_or(""))?;
    Ok(Duration::from_hours(24 * days))
}

/// Refuses the fields that are left. Errors: the name of one of them.
pub(super) fn refuse_unknown(fields: BTreeMap<&str, &str>) -> Result<(), String> {
    fields.into_keys().next().map_or(Ok(()), |name| Err(format!("unknown name: {name}")))
}

/// Removes a field with a number of hours.
pub(super) fn hours(fields: &mut BTreeMap<&str, &str>, name: &str) -> Result<Option<Duration>, String> {
    fields.remove(name).map(|text| number(name, text).map(Duration::from_hours)).transpose()
}

pub(super) fn number<T: std::str::FromStr<Err: std::fmt::Display>>(name: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{name}: {error}"))
}
