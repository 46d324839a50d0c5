//! Findings of the rules.

use std::fmt;

/// A violation of a rule, with its location and remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file, relative to the root, or the package.
    pub location: String,
    /// The line number from 1, if known.
    pub line: Option<usize>,
    /// The problem and its remedy.
    pub message: String,
}

impl Finding {
    /// A finding about a whole file or package.
    pub fn about(location: impl Into<String>, message: impl Into<String>) -> Self {
        Self { location: location.into(), line: None, message: message.into() }
    }

    /// A finding on a line, numbered from 1.
    pub fn at(location: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { location: location.into(), line: Some(line), message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}: {}", self.location, self.message),
            None => write!(formatter, "{}: {}", self.location, self.message),
        }
    }
}

/// Formats the findings, one per line.
pub fn lines(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
