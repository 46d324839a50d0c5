//! Markdown files by people, which a folder import turns into submissions or documents.

use documents::DocumentText;
use kernel::{FieldError, ParseError};

/// The category of a file that names none.
const DEFAULT_CATEGORY: &str = "OTHER";

/// Returns the text of a Markdown file. `stem` is the file's name without its extension.
///
/// Front matter may set `title` and `category`, each on one line, plain or in quotation marks. Its other fields are ignored, also
/// `id`: what a folder brings is new. Without a title the first heading of level one is used, and without one the file's name. Front matter does not become part of the content.
///
/// Errors: title, content or category is invalid.
///
/// Portions are checked, but not against a level, which the file does not have.
pub fn parse(stem: &str, file: &str) -> Result<DocumentText, Vec<FieldError>> {
    let file = file.strip_prefix('\u{feff}').unwrap_or(file);
    let (fields, content) = split(file).unwrap_or(("", file));
    let (title, category) = match (field(fields, "title"), field(fields, "category")) {
        (Ok(title), Ok(category)) => (title, category),
        (title, category) => return Err([title.err(), category.err()].into_iter().flatten().collect()),
    };
    let title = title
        .or_else(|| heading(content).map(str::to_owned))
        .unwrap_or_else(|| stem.replace(['-', '_'], " "));
    let category = category.unwrap_or_else(|| DEFAULT_CATEGORY.to_owned());
    DocumentText::parse(&title, content, &category)
}

/// Returns the lines between two lines `---` at the start, and what follows.
fn split(file: &str) -> Option<(&str, &str)> {
    let first = file.find('\n')? + 1;
    if file.get(..first)?.trim_end() != "---" {
        return None;
    }
    let mut at = first;
    for line in file.get(first..)?.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some((file.get(first..at)?, file.get(at + line.len()..)?));
        }
        at += line.len();
    }
    None
}

/// Returns the value of a field with one line: plain, or in quotation marks. Errors: the quotation marks do not match, or YAML
/// gives the value a meaning that is no text.
fn field(fields: &str, name: &'static str) -> Result<Option<String>, FieldError> {
    let mut values = fields.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let Some(value) = values.next().map(str::trim) else { return Ok(None) };
    let text = if value.starts_with('"') {
        serde_json::from_str(value).ok()
    } else if let Some(rest) = value.strip_prefix('\'') {
        let quoted = rest.strip_suffix('\'').map(|inner| inner.replace("\'\'", "\u{0}"));
        quoted.filter(|inner| !inner.contains('\'')).map(|inner| inner.replace('\u{0}', "'"))
    } else {
        (!value.starts_with(['[', '{', '|', '>', '&', '*', '!', '%', '@', '`'])).then(|| value.to_owned())
    };
    let Some(text) = text else {
        let message = format!("The {name} in the front matter must be one line, plain or in quotation marks");
        return Err(ParseError::new(name, message).into());
    };
    Ok((!text.is_empty()).then_some(text))
}

fn heading(content: &str) -> Option<&str> {
    let title = content.lines().find_map(|line| line.strip_prefix("# "))?.trim().trim_end_matches('#').trim();
    (!title.is_empty()).then_some(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(file: &str) -> (String, String, &'static str) {
        let text = parse("the-quiet_room", file).unwrap();
        (text.title, text.content, text.category.as_str())
    }

    #[test]
    fn title_comes_from_the_front_matter_the_heading_or_the_name() {
        let titled = "---\ntitle: 'The keeper''s log'\ntags: [a, b]\ncategory: RESEARCH\n---\n# Other\n";
        assert_eq!(parsed(titled), ("The keeper's log".to_owned(), "# Other\n".to_owned(), "RESEARCH"));
        assert_eq!(parsed("Text\n\n# Heading #\n").0, "Heading");
        assert_eq!(parsed("Text").0, "the quiet room");
        assert_eq!(parsed("---\r\ntitle: \"A \\\"b\\\"\"\r\n---\r\nText").0, "A \"b\"");
    }

    #[test]
    fn text_without_front_matter_is_unchanged() {
        for text in ["Text", "---\nnot closed", "a\n---\nb\n---\n", "---"] {
            assert_eq!(parsed(text).1, text, "{text}");
        }
        assert_eq!(parsed("\u{feff}Text").1, "Text");
    }

    #[test]
    fn invalid_fields_are_named() {
        let errors = parse("x", "---\ncategory: RECIPE\n---\n  \n").unwrap_err();
        assert_eq!(errors.iter().map(|error| error.field).collect::<Vec<_>>(), ["content", "category"]);
    }

    #[test]
    fn values_that_are_not_a_line_of_text_are_refused() {
        for value in
            ["\"open", "\"a\\q\"", "'open", "'a'b'", "[a, b]", "{a: b}", "|", ">-", "&x y", "*x", "!t x"]
        {
            let errors = parse("x", &format!("---\ntitle: {value}\n---\n# Heading\n")).unwrap_err();
            let found: Vec<_> =
                errors.iter().map(|error| (error.field, error.message.contains("front matter"))).collect();
            assert_eq!(found, [("title", true)], "{value}");
        }
        assert_eq!(parsed("---\ntitle: ''\n---\n# Heading").0, "Heading");
        assert_eq!(parsed("---\ntitle: It's [here]\n---\nText").0, "It's [here]");
    }
}
