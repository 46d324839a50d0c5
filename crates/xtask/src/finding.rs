//! What a rule has to say.

use std::fmt;

/// One breach of one rule, where it is and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file, relative to the root, or the package.
    pub place: String,
    /// The line, counted from 1, where one can be named.
    pub line: Option<usize>,
    /// What is wrong, and how it should be.
    pub message: String,
}

impl Finding {
    /// A finding about a whole file or package.
    pub fn about(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), line: None, message: message.into() }
    }

    /// A finding on one line, counted from 1.
    pub fn at(place: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { place: place.into(), line: Some(line), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}: {}", self.place, self.message),
            None => write!(formatter, "{}: {}", self.place, self.message),
        }
    }
}

/// The findings, one a line.
pub fn lines(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
