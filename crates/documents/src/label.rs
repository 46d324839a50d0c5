//! Short labels: the first digits of an id, as people read and type them.

use facility_kernel::DocumentId;

/// Returns the short label of a document as shown on screen: `DOC-3FA9C1`.
pub fn short_label(id: DocumentId) -> String {
    let digits: String = id.to_string().chars().filter(char::is_ascii_hexdigit).take(6).collect();
    format!("DOC-{}", digits.to_ascii_uppercase())
}

/// The first digits of a document's id, such as `DOC-3FA9C1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShortLabel(String);

impl ShortLabel {
    /// Minimum number of hexadecimal digits in a label.
    pub const MIN_DIGITS: usize = 4;
    /// Maximum number of hexadecimal digits in a label.
    pub const MAX_DIGITS: usize = 12;
    /// Maximum number of documents found by a label.
    pub const MAX_FOUND: u16 = 10;

    /// Parses a label as typed: 4 to 12 hexadecimal digits after an optional `DOC-`, ignoring case. `None` if the text
    /// is not a label.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = match text.split_at_checked(4) {
            Some((prefix, rest)) if prefix.eq_ignore_ascii_case("doc-") => rest,
            _ => text,
        };
        let is_label = (Self::MIN_DIGITS..=Self::MAX_DIGITS).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_label {
            return None;
        }
        let digits = digits.to_ascii_lowercase();
        // An id has a hyphen before the ninth digit.
        Some(Self(match digits.split_at_checked(8) {
            Some((start, rest)) if !rest.is_empty() => format!("{start}-{rest}"),
            _ => digits,
        }))
    }

    /// Returns the common prefix of the matching ids, including the hyphen.
    pub fn as_prefix(&self) -> &str {
        &self.0
    }

    /// Returns the exclusive end of the range of matching ids in ASCII order.
    pub fn end(&self) -> String {
        // `g` sorts after all hexadecimal digits and after the hyphen.
        format!("{}g", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_four_to_twelve_digits_in_any_case() {
        for (typed, prefix) in [
            ("3fa9", "3fa9"),
            ("DOC-3FA9c1", "3fa9c1"),
            ("doc-3fa9c1de", "3fa9c1de"),
            ("3fa9c1deb", "3fa9c1de-b"),
            ("Doc-3FA9C1DEB012", "3fa9c1de-b012"),
        ] {
            assert_eq!(ShortLabel::parse(typed).unwrap().as_prefix(), prefix, "{typed}");
        }
    }

    #[test]
    fn other_text_is_not_a_label() {
        for typed in [
            "",
            "3fa",
            "DOC-3fa",
            "3fa9c1deb0123",
            "3fa9c1de-b012",
            "3fag",
            "DOC-DOC-3fa9",
            " 3fa9",
            "é3fa9",
            "IR-0001",
        ] {
            assert_eq!(ShortLabel::parse(typed), None, "{typed}");
        }
    }

    #[test]
    fn matching_ids_are_between_the_prefix_and_its_end() {
        let label = ShortLabel::parse("3fa9c1de").unwrap();
        for (id, begins_so) in [
            ("3fa9c1dd-ffff-4fff-bfff-ffffffffffff", false),
            ("3fa9c1de-0000-4000-8000-000000000000", true),
            ("3fa9c1de-ffff-4fff-bfff-ffffffffffff", true),
            ("3fa9c1df-0000-4000-8000-000000000000", false),
        ] {
            assert_eq!(id >= label.as_prefix() && id < label.end().as_str(), begins_so, "{id}");
        }
    }
}
