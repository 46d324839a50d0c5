//! The form of a document in an archive: its fields as YAML front matter, followed by its whole text.
//!
//! Each field is one line with a JSON value. JSON is valid YAML, so other programs can read it, and only this one form
//! needs to be parsed.

use serde_json::Value;
use std::collections::BTreeMap;

pub type Fields = BTreeMap<String, Value>;

const FENCE: &str = "---\n";

/// Returns the fields followed by the text, which is unchanged to the byte.
pub fn join(fields: &Fields, text: &str) -> String {
    let mut joined = String::with_capacity(text.len() + 1024);
    joined.push_str(FENCE);
    for (name, value) in fields {
        joined.push_str(name);
        joined.push_str(": ");
        joined.push_str(&value.to_string());
        joined.push('\n');
    }
    joined.push_str(FENCE);
    joined.push_str(text);
    joined
}

/// Why a document cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FrontMatterError {
    /// It does not begin with `---`, or the second `---` is missing.
    #[error("has no front matter between two lines ---")]
    Fences,
    /// A line is not a field with a JSON value, or it repeats a field.
    #[error("has an invalid field in line {0}")]
    Field(usize),
}

/// Returns the fields and the text of a document in an archive. Errors: the document does not have the form that
/// [`join`] writes.
pub fn split(document: &str) -> Result<(Fields, &str), FrontMatterError> {
    let mut rest = document.strip_prefix(FENCE).ok_or(FrontMatterError::Fences)?;
    let mut fields = Fields::new();
    for number in 2.. {
        if let Some(text) = rest.strip_prefix(FENCE) {
            return Ok((fields, text));
        }
        let (line, after) = rest.split_once('\n').ok_or(FrontMatterError::Fences)?;
        let (name, value) = line.split_once(": ").ok_or(FrontMatterError::Field(number))?;
        let value = serde_json::from_str(value).map_err(|_refused| FrontMatterError::Field(number))?;
        if fields.insert(name.to_owned(), value).is_some() {
            return Err(FrontMatterError::Field(number));
        }
        rest = after;
    }
    Err(FrontMatterError::Fences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn fields(title: &str) -> Fields {
        let fields = json!({ "clearance_level": 3, "is_archived": false, "file_path": null, "title": title });
        serde_json::from_value(fields).unwrap()
    }

    #[test]
    fn document_has_one_field_per_line() {
        let joined = join(&fields("A \"quiet\" room"), "# Text\n");
        assert_eq!(
            joined,
            "---\nclearance_level: 3\nfile_path: null\nis_archived: false\ntitle: \"A \\\"quiet\\\" room\"\n---\n# Text\n"
        );
    }

    #[test]
    fn malformed_documents_are_refused() {
        for (bad, error) in [
            ("", FrontMatterError::Fences),
            ("title: 1\n---\n", FrontMatterError::Fences),
            ("---\ntitle: 1\n", FrontMatterError::Fences),
            ("---\ntitle\n---\n", FrontMatterError::Field(2)),
            ("---\na: 1\ntitle: plain\n---\n", FrontMatterError::Field(3)),
            ("---\na: 1\na: 2\n---\n", FrontMatterError::Field(3)),
        ] {
            assert_eq!(split(bad).unwrap_err(), error, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn any_text_and_title_survive(title in any::<String>(), text in any::<String>()) {
            let joined = join(&fields(&title), &text);
            prop_assert_eq!(split(&joined).unwrap(), (fields(&title), text.as_str()));
        }

        #[test]
        fn any_document_is_split_or_refused(text in any::<String>()) {
            drop(split(&format!("---\n{text}")));
        }
    }
}
