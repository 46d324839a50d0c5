//! Values of YAML with their lines. Scalars stay as written, so that `1.10`, `no` and dates keep their form.

use saphyr_parser::{Event, Parser};
use std::collections::HashSet;

/// Maximum nesting of values.
const MAX_DEPTH: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    List(Vec<Value>),
    /// In order, with the line of each name, counted from 0.
    Map(Vec<Field>),
}

/// A field of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) value: Value,
}

/// Why a text is not YAML, and the line, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) reason: String,
}

impl Value {
    /// The text of a scalar that is not empty.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) if !matches!(text.trim(), "" | "null" | "~") => Some(text.trim()),
            _ => None,
        }
    }

    /// The texts of a list, or of a scalar with commas.
    pub(crate) fn texts(&self) -> Vec<String> {
        match self {
            Self::List(values) => values.iter().filter_map(Value::text).map(str::to_owned).collect(),
            Self::Text(_) => {
                let parts = self.text().into_iter().flat_map(|text| text.split(','));
                parts.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
            }
            Self::Map(_) => Vec::new(),
        }
    }
}

/// A list or a map whose end was not reached yet.
enum Open {
    List(Vec<Value>),
    /// Its fields, the name before a value, and all names.
    Map(Vec<Field>, Option<(String, usize)>, HashSet<String>),
}

/// Parses a document. Its anchors are not resolved: a reference to one is an empty text.
pub(crate) fn parse(text: &str) -> Result<Value, Fault> {
    let mut open: Vec<Open> = Vec::new();
    let mut whole = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| Fault {
            line: error.marker().line().saturating_sub(1),
            reason: error.info().to_owned(),
        })?;
        let line = span.start.line().saturating_sub(1);
        let fault = |reason: &str| Fault { line, reason: reason.to_owned() };
        let value = match event {
            Event::Scalar(text, ..) => Some(Value::Text(text.into_owned())),
            Event::Alias(_) => Some(Value::Text(String::new())),
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= MAX_DEPTH => {
                return Err(fault("too many values inside one another"));
            }
            Event::SequenceStart(..) => {
                open.push(Open::List(Vec::new()));
                None
            }
            Event::MappingStart(..) => {
                open.push(Open::Map(Vec::new(), None, HashSet::new()));
                None
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(values)) => Some(Value::List(values)),
                Some(Open::Map(fields, ..)) => Some(Value::Map(fields)),
                None => None,
            },
            _ => None,
        };
        let Some(value) = value else { continue };
        match open.last_mut() {
            None => whole = Some(value),
            Some(Open::List(values)) => values.push(value),
            Some(Open::Map(fields, name, names)) => match (name.take(), value) {
                (Some((name, line)), value) => fields.push(Field { name, line, value }),
                (None, Value::Text(text)) if !names.insert(text.clone()) => {
                    return Err(fault(&format!("{text} occurs twice")));
                }
                (None, Value::Text(text)) => *name = Some((text, line)),
                (None, _) => {
                    names.insert(String::new());
                    *name = Some((String::new(), line));
                }
            },
        }
    }
    whole.ok_or_else(|| Fault { line: 0, reason: "empty".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_stay_as_written_and_fields_have_lines() {
        let value = parse("title: 1.10\ntags:\n- a\n- no\ndate: 2020-01-01\nquoted: 'it''s'\n").unwrap();
        let Value::Map(fields) = value else { panic!("{value:?}") };
        let found: Vec<(&str, usize, Vec<String>)> =
            fields.iter().map(|field| (field.name.as_str(), field.line, field.value.texts())).collect();
        let text = |text: &str| vec![text.to_owned()];
        assert_eq!(
            found,
            [
                ("title", 0, text("1.10")),
                ("tags", 1, vec!["a".to_owned(), "no".to_owned()]),
                ("date", 4, text("2020-01-01")),
                ("quoted", 5, text("it's"))
            ]
        );
    }

    #[test]
    fn fault_names_its_line() {
        assert_eq!(parse("a: b\nc: d: e\n").unwrap_err().line, 1);
        assert_eq!(parse("a: b\na: c\n").unwrap_err(), Fault { line: 1, reason: "a occurs twice".to_owned() });
        assert!(parse(&"[".repeat(100_000)).is_err());
    }
}
