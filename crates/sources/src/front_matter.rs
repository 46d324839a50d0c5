//! The fields before the text of a Markdown file: YAML between lines `---`, or TOML between lines `+++`.

use crate::yaml::{self, Fault, Field, Value};
use std::collections::{BTreeSet, HashMap};

/// A file with its front matter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FrontMatter<'a> {
    pub(crate) fields: Vec<Field>,
    language: &'static str,
    /// The lines between the fences.
    raw: &'a str,
    pub(crate) content: &'a str,
    /// The line of the file with which the content begins, counted from 1.
    pub(crate) first_line: usize,
}

impl<'a> FrontMatter<'a> {
    /// Splits a file. Anything but a map between the fences is text, as between two horizontal rules.
    ///
    /// Errors: the first line that is not valid, counted from 1 in the file.
    pub(crate) fn of(file: &'a str) -> Result<Self, Fault> {
        let none = Self { fields: Vec::new(), language: "yaml", raw: "", content: file, first_line: 1 };
        let mut lines = file.split_inclusive('\n');
        let opening = lines.next().unwrap_or_default();
        let (language, fence) = match opening.trim_end() {
            "---" => ("yaml", "---"),
            "+++" => ("toml", "+++"),
            _ => return Ok(none),
        };
        let mut end = opening.len();
        let mut closing = None;
        for line in lines {
            if line.trim_end() == fence || (fence == "---" && line.trim_end() == "...") {
                closing = Some(line);
                break;
            }
            end += line.len();
        }
        let Some(closing) = closing else { return Ok(none) };
        let raw = file.get(opening.len()..end).unwrap_or_default();
        let content = file.get(end + closing.len()..).unwrap_or_default();
        let first_line = raw.lines().count() + 3;
        let looks_like_fields = raw.lines().next().is_some_and(|line| is_field(line) || line.starts_with('#'));
        if raw.trim().is_empty() {
            return Ok(Self { content, first_line, ..none });
        }
        let parsed = if language == "yaml" { yaml::parse(raw) } else { of_toml(raw) };
        match parsed {
            Ok(Value::Map(fields)) if language == "toml" || looks_like_fields => {
                Ok(Self { fields, language, raw, content, first_line })
            }
            // Only comments.
            _ if raw.lines().all(|line| line.trim().is_empty() || line.starts_with('#')) => {
                Ok(Self { language, raw, content, first_line, ..none })
            }
            Err(Fault { line, reason }) if looks_like_fields => Err(Fault { line: line + 2, reason }),
            _ => Ok(none),
        }
    }

    /// The first of these fields that has a value, ignoring case, with its line in the file, counted from 1.
    pub(crate) fn first(&self, names: &[&str]) -> Option<(&Field, usize)> {
        let is_set = |field: &&Field| field.value.text().is_some() || !matches!(field.value, Value::Text(_));
        let named = |name: &&str| self.fields.iter().filter(is_set).find(|field| field.name.eq_ignore_ascii_case(name));
        names.iter().find_map(named).map(|field| (field, field.line + 2))
    }

    /// The lines of the fields that are not `used`, as a block of code. `None` if there are none.
    pub(crate) fn rest(&self, used: &BTreeSet<String>) -> Option<String> {
        let mut kept = String::new();
        let mut is_kept = true;
        let mut fields: HashMap<usize, Vec<&Field>> = HashMap::new();
        for field in &self.fields {
            fields.entry(field.line).or_default().push(field);
        }
        for (number, line) in self.raw.lines().enumerate() {
            let mut here = fields.get(&number).into_iter().flatten();
            if let Some(field) = here.find(|field| starts(line, &field.name)) {
                let is_empty = matches!(field.value, Value::Text(_)) && field.value.text().is_none();
                is_kept = !used.contains(&field.name) && !is_empty;
            } else if line.starts_with('#') || line.starts_with('[') {
                is_kept = true;
            }
            if is_kept && !line.trim().is_empty() {
                kept.push_str(line);
                kept.push('\n');
            }
        }
        let fence = if kept.contains("```") { "~~~~" } else { "```" };
        (!kept.is_empty()).then(|| format!("{fence}{}\n{kept}{fence}", self.language))
    }
}

/// Whether a line can be a field: a name without blanks, a colon, and a blank or nothing.
fn is_field(line: &str) -> bool {
    let Some((name, value)) = line.split_once([':', '=']) else { return false };
    let name = name.trim_matches(['"', '\'', ' ']);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
    is_name && (value.is_empty() || value.starts_with([' ', '\t', '\r']) || line.contains('='))
}

fn starts(line: &str, name: &str) -> bool {
    line.trim_start_matches(['"', '\'']).starts_with(name)
}

/// Returns the name at the beginning of a line of TOML.
fn name_of(line: &str) -> &str {
    let quoted = |quote| Some(line.strip_prefix(quote)?.split_once(quote)?.0);
    let bare = || line.split(['=', '.', ' ', '\t']).next().unwrap_or_default();
    quoted('"').or_else(|| quoted('\'')).unwrap_or_else(bare)
}

/// Reads TOML, with the line of each name at its highest level.
fn of_toml(text: &str) -> Result<Value, Fault> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| Fault {
        line: error.span().map_or(0, |span| text.get(..span.start).unwrap_or_default().matches('\n').count()),
        reason: error.message().to_owned(),
    })?;
    let mut lines = HashMap::new();
    for (number, line) in text.lines().enumerate() {
        lines.entry(name_of(line)).or_insert(number);
    }
    let line_of = |name: &str| lines.get(name).copied().unwrap_or_default();
    let field = |(name, value): (String, toml::Value)| Field { line: line_of(&name), value: plain(value), name };
    Ok(Value::Map(table.into_iter().map(field).collect()))
}

fn plain(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::Text(text),
        toml::Value::Array(values) => Value::List(values.into_iter().map(plain).collect()),
        toml::Value::Table(table) => {
            Value::Map(table.into_iter().map(|(name, value)| Field { name, line: 0, value: plain(value) }).collect())
        }
        toml::Value::Datetime(time) => Value::Text(time.to_string()),
        toml::Value::Integer(number) => Value::Text(number.to_string()),
        toml::Value::Float(number) => Value::Text(number.to_string()),
        toml::Value::Boolean(truth) => Value::Text(truth.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn fields_that_are_not_used_are_kept_as_written() {
        let file = "---\ntitle: A\nrace: elf\ntags:\n- a\n- b\nempty:\nborn: 3rd of Ebb\n---\nText\n";
        let matter = FrontMatter::of(file).unwrap();
        assert_eq!((matter.content, matter.first_line), ("Text\n", 10));
        assert_eq!(matter.rest(&used(&["title", "tags"])).unwrap(), "```yaml\nrace: elf\nborn: 3rd of Ebb\n```");
        assert_eq!(matter.rest(&used(&["title", "tags", "race", "born"])), None);
        let toml = FrontMatter::of("+++\ntitle = 'A'\nweight = 3\n[params]\nx = 1\n+++\nText").unwrap();
        assert_eq!(toml.rest(&used(&["title"])).unwrap(), "```toml\nweight = 3\n[params]\nx = 1\n```");
        assert_eq!(toml.first(&["Title"]).unwrap().0.value.text(), Some("A"));
    }

    #[test]
    fn text_between_rules_is_text() {
        for text in [
            "Text",
            "---\nnot closed",
            "---\nThe door opened.\n---\nText",
            "---\nAt last: rain\n---\nText",
            "---\n- one\n- two\n---\nText",
        ] {
            let matter = FrontMatter::of(text).unwrap();
            assert_eq!((matter.content, matter.fields.len()), (text, 0), "{text}");
        }
        assert_eq!(FrontMatter::of("---\n---\nText").unwrap().content, "Text");
        let comment = FrontMatter::of("---\n# kept\n---\nText").unwrap();
        assert_eq!((comment.content, comment.rest(&used(&[]))), ("Text", Some("```yaml\n# kept\n```".to_owned())));
    }

    #[test]
    fn fault_has_its_line_in_the_file() {
        assert_eq!(FrontMatter::of("---\ntitle: A\nmotto: a: b\n---\nText").unwrap_err().line, 3);
        assert_eq!(FrontMatter::of("+++\ntitle = 'A'\nx = \n+++\nText").unwrap_err().line, 3);
    }
}
