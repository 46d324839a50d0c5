//! Errors in single fields of a request.

/// An invalid text: the name of the field, and one sentence for the user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// The field of the request, in camelCase.
    pub field: &'static str,
    /// One sentence that can be shown to the user.
    pub message: String,
    /// The position in the text, if a single character is the reason.
    pub position: Option<TextPosition>,
}

impl ParseError {
    pub const fn new(field: &'static str, message: String) -> Self {
        Self { field, message, position: None }
    }
}

/// The position of a character in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPosition {
    /// Line number, from 1.
    pub line: usize,
    /// Position in the line in characters (Unicode scalar values), from 1.
    pub column: usize,
}

/// An invalid field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The field of the request, in camelCase.
    pub field: &'static str,
    /// One sentence that can be shown to the user.
    pub message: String,
    /// The invalid line of the text, from 1.
    pub line: Option<usize>,
    /// The invalid character of that line, from 1.
    pub column: Option<usize>,
}

impl From<ParseError> for FieldError {
    fn from(error: ParseError) -> Self {
        let (line, column) = error.position.map(|TextPosition { line, column }| (line, column)).unzip();
        Self { field: error.field, message: error.message, line, column }
    }
}
