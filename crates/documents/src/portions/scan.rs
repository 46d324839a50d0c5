//! The scanner for portions.

use facility_kernel::{Clearance, FieldError};
use std::fmt::Write as _;

/// A violated rule of portions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortionFault {
    /// The line number, from 1. For a portion without an end, the line that opens it.
    pub line: usize,
    /// One sentence that says what to change.
    pub message: String,
}

impl PortionFault {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }

    pub(super) fn withheld(line: usize) -> Self {
        Self::new(
            line,
            "This line marks a passage that is withheld from you and cannot be sent: delete the mark, or replace it with text of your own",
        )
    }

    pub(super) fn above(line: usize, level: Clearance, reader: Clearance) -> Self {
        Self::new(line, format!("A passage of level {level} is above the template, which has level {reader}"))
    }

    pub(super) fn below(line: usize, level: Clearance, record: Clearance) -> Self {
        Self::new(line, format!("A passage of level {level} is below its document, which has level {record}"))
    }
}

/// The error of the content field.
impl From<PortionFault> for FieldError {
    fn from(fault: PortionFault) -> Self {
        let message = format!("Line {}: {}", fault.line, fault.message);
        Self { field: "content", message, line: Some(fault.line), column: None }
    }
}

/// The two notations of a portion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// Lines between `:::level N` and `:::`.
    Block,
    /// `{{N|text}}` within a line.
    Inline,
}

/// A portion of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Portion<'a> {
    pub level: Clearance,
    pub shape: Shape,
    /// The text between its markers. For a block: whole lines.
    pub inner: &'a str,
    /// The portion with its markers. For a block: whole lines.
    pub whole: &'a str,
    /// The line of its first marker, from 1.
    pub line: usize,
}

impl Portion<'_> {
    /// Returns the bar that readers below its level get.
    pub fn bar(&self) -> String {
        let level = self.level;
        match self.shape {
            Shape::Inline => format!("{{{{withheld {level}}}}}"),
            Shape::Block => {
                // The last line of a text may lack a line end.
                let last = last_line_end(self.whole);
                format!(":::withheld {level}\n:::{last}")
            }
        }
    }
}

/// A bar that a reader got instead of a portion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bar<'a> {
    pub level: Clearance,
    pub shape: Shape,
    /// The text between its two lines. Empty if nobody changed it.
    pub inner: &'a str,
    /// The bar with its markers.
    pub whole: &'a str,
    /// The number of its first line, from 1.
    pub line: usize,
}

/// A piece of a text. The pieces together are the whole text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part<'a> {
    Text(&'a str),
    Portion(Portion<'a>),
    Bar(Bar<'a>),
}

/// A text in pieces, and the first violated rule.
pub(super) struct Scanned<'a> {
    pub parts: Vec<Part<'a>>,
    pub fault: Option<PortionFault>,
}

const ENDING: &str = ":::";

/// A portion or bar whose end has not been found yet.
struct Open {
    level: Clearance,
    is_bar: bool,
    line: usize,
    /// Where its first line starts, and where that line ends.
    start: usize,
    inner: usize,
}

/// Finds the portions and bars of a text.
pub(super) fn scan(text: &str) -> Scanned<'_> {
    let mut scanner = Scanner { text, parts: Vec::new(), fault: None, open: None };
    let mut at = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        scanner.line(number, at, line);
        at += line.len();
    }
    scanner.end();
    Scanned { parts: scanner.parts, fault: scanner.fault }
}

struct Scanner<'a> {
    text: &'a str,
    parts: Vec<Part<'a>>,
    fault: Option<PortionFault>,
    open: Option<Open>,
}

impl<'a> Scanner<'a> {
    fn line(&mut self, number: usize, at: usize, line: &'a str) {
        let body = body_of(line);
        if let Some(open) = self.open.take_if(|_| body == ENDING) {
            self.close(&open, at, at + line.len());
        } else if let Some(open) = &self.open {
            if looks_like_marker(body) {
                let first = open.line;
                self.refuse(number, format!("The passage that begins at line {first} has not ended yet"));
            } else if !open.is_bar && has_inline_marker(body) {
                self.refuse(number, "A passage within a line cannot stand inside another passage");
            }
        } else if let Some((level, is_bar)) = opening(body) {
            self.open = Some(Open { level, is_bar, line: number, start: at, inner: at + line.len() });
        } else {
            if looks_like_marker(body) {
                self.refuse(
                    number,
                    "This looks like the mark of a passage. Write :::level N, with N from 1 to 5, to begin one and ::: to end it",
                );
            }
            self.inline(number, line);
        }
    }

    fn close(&mut self, open: &Open, inner_end: usize, end: usize) {
        let inner = self.text.get(open.inner..inner_end).unwrap_or_default();
        let whole = self.text.get(open.start..end).unwrap_or_default();
        let Open { level, is_bar, line, .. } = *open;
        if is_bar {
            self.parts.push(Part::Bar(Bar { level, shape: Shape::Block, inner, whole, line }));
        } else {
            if is_blank(inner) {
                self.refuse(line, "A passage cannot be empty");
            }
            self.parts.push(Part::Portion(Portion { level, shape: Shape::Block, inner, whole, line }));
        }
    }

    fn end(&mut self) {
        if let Some(open) = self.open.take() {
            self.refuse(open.line, "This passage has no end. End it with a line that has only :::");
            self.close(&open, self.text.len(), self.text.len());
        }
    }

    fn inline(&mut self, number: usize, line: &'a str) {
        let mut rest = line;
        let mut from = 0;
        while let Some(found) = rest.get(from..).and_then(|tail| tail.find("{{")) {
            let start = from + found;
            let tail = rest.get(start..).unwrap_or_default();
            let Some(mark) = inline_mark(tail) else {
                from = start + 1;
                continue;
            };
            let Some((part, len)) = mark.part(tail, number) else {
                self.refuse(
                    number,
                    "Write a passage within a line as {{N|text}}, with N from 1 to 5, a text, and no braces in it",
                );
                from = start + 2;
                continue;
            };
            self.push_text(rest.get(..start).unwrap_or_default());
            self.parts.push(part);
            rest = tail.get(len..).unwrap_or_default();
            from = 0;
        }
        self.push_text(rest);
    }

    fn push_text(&mut self, text: &'a str) {
        if !text.is_empty() {
            self.parts.push(Part::Text(text));
        }
    }

    /// Keeps only the first fault.
    fn refuse(&mut self, line: usize, message: impl Into<String>) {
        if self.fault.as_ref().is_none_or(|fault| line < fault.line) {
            self.fault = Some(PortionFault::new(line, message));
        }
    }
}

/// What follows `{{`.
enum Mark {
    Level(char),
    Withheld(Clearance),
}

impl Mark {
    /// Returns the portion or bar at the start of `tail`, and its length in bytes.
    fn part<'a>(&self, tail: &'a str, line: usize) -> Option<(Part<'a>, usize)> {
        match *self {
            Self::Withheld(level) => {
                let whole = tail.get(.."{{withheld N}}".len())?;
                Some((Part::Bar(Bar { level, shape: Shape::Inline, inner: "", whole, line }), whole.len()))
            }
            Self::Level(digit) => {
                let level = level_of(digit)?;
                let inside = tail.get("{{N|".len()..)?;
                let inner = inside.get(..inside.find("}}")?)?;
                if is_blank(inner) || inner.contains("{{") {
                    return None;
                }
                let whole = tail.get(.."{{N|".len() + inner.len() + "}}".len())?;
                Some((Part::Portion(Portion { level, shape: Shape::Inline, inner, whole, line }), whole.len()))
            }
        }
    }
}

/// Returns the mark of a portion or bar within a line, if the text begins with one.
fn inline_mark(tail: &str) -> Option<Mark> {
    let inside = tail.strip_prefix("{{")?;
    if let Some(rest) = inside.strip_prefix("withheld ") {
        let mut chars = rest.chars();
        let level = level_of(chars.next()?)?;
        return chars.as_str().starts_with("}}").then_some(Mark::Withheld(level));
    }
    let mut chars = inside.chars();
    let digit = chars.next().filter(char::is_ascii_digit)?;
    chars.as_str().starts_with('|').then_some(Mark::Level(digit))
}

fn has_inline_marker(body: &str) -> bool {
    body.match_indices("{{").any(|(at, _)| body.get(at..).and_then(inline_mark).is_some())
        // `match_indices` skips overlaps: in `{{{3|` the marker begins one character later.
        || body.match_indices("{{{").any(|(at, _)| body.get(at + 1..).and_then(inline_mark).is_some())
}

/// Returns the level of the portion or bar that a line opens.
fn opening(body: &str) -> Option<(Clearance, bool)> {
    let (digit, is_bar) = match (body.strip_prefix(":::level "), body.strip_prefix(":::withheld ")) {
        (Some(digit), _) => (digit, false),
        (_, Some(digit)) => (digit, true),
        _ => return None,
    };
    let mut chars = digit.chars();
    let level = level_of(chars.next()?)?;
    chars.as_str().is_empty().then_some((level, is_bar))
}

/// Whether a reader could mistake a line for a marker: ignoring case, blanks and invisible characters, it consists of
/// colons, or of colons before `level` or `withheld`.
fn looks_like_marker(body: &str) -> bool {
    let mut seen = String::new();
    let mut colons = 0;
    for c in body.chars().filter(|c| is_visible(*c)) {
        if c == ':' && seen.is_empty() {
            colons += 1;
            continue;
        }
        if colons < 3 {
            return false;
        }
        let _ = write!(seen, "{}", c.to_lowercase());
        if seen.len() >= "withheld".len() {
            break;
        }
    }
    colons >= 3 && (seen.is_empty() || seen.starts_with("level") || seen.starts_with("withheld"))
}

fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !facility_kernel::is_format(c)
}

fn is_blank(text: &str) -> bool {
    !text.chars().any(is_visible)
}

fn level_of(digit: char) -> Option<Clearance> {
    Clearance::parse(i64::from(digit.to_digit(10)?)).ok()
}

/// Returns a line without its line end: LF, or CR LF in older stored texts.
fn body_of(line: &str) -> &str {
    let body = line.strip_suffix('\n').unwrap_or(line);
    body.strip_suffix('\r').unwrap_or(body)
}

/// Returns the line end of a text's last line, if there is one.
pub(super) fn last_line_end(text: &str) -> &str {
    text.get(body_of(text).len()..).filter(|end| end.ends_with('\n')).unwrap_or_default()
}
