//! Errors of single fields of a request.

/// An invalid text: the field, and one sentence for the user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// The field of the request, in camelCase.
    pub field: &'static str,
    /// One sentence that can be shown to the user.
    pub message: String,
    /// The place in the text, if one character is the reason.
    pub place: Option<Place>,
}

impl ParseError {
    /// Creates an error from a field and a sentence.
    pub const fn new(field: &'static str, message: String) -> Self {
        Self { field, message, place: None }
    }
}

/// The place of a character in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Its line, from 1.
    pub line: usize,
    /// Its place in the line in characters (Unicode scalar values), from 1.
    pub column: usize,
}

/// An invalid field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The field of the request, in camelCase.
    pub field: &'static str,
    /// One sentence that can be shown to the user.
    pub message: String,
    /// The line of a text that is invalid, from 1.
    pub line: Option<usize>,
    /// The character of that line that is invalid, from 1.
    pub column: Option<usize>,
}

impl From<ParseError> for FieldError {
    fn from(error: ParseError) -> Self {
        let (line, column) = error.place.map(|Place { line, column }| (line, column)).unzip();
        Self { field: error.field, message: error.message, line, column }
    }
}
