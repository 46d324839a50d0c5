//! Markdown without HTML. Tags and HTML comments are text and are shown as typed. The only exception is `<br>`, which
//! breaks the line. The client parses texts by the same rules (`components/readMarkdown.ts`).
//!
//! The parser has no option to ignore HTML. Therefore a mark is inserted after each `<` that could begin HTML. It
//! prevents the parser from recognizing HTML and has no other effect, because no rule of Markdown depends on what
//! follows such a `<`.
//!
//! A link or footnote definition without a reference is text too: `[19:04]: Hello` is a line of dialogue. A mark in
//! front of it prevents the parser from removing it.

use pulldown_cmark::{CowStr, Event, Options, Tag, TagEnd};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter::Peekable;
use std::ops::Range;

/// Inserted after a `<` to prevent HTML. It cannot occur in a text, because control characters are refused.
const TEXT: char = '\u{80}';
/// Inserted after the `<` of a tag that breaks the line. It cannot occur in a text either.
pub(crate) const BREAK: char = '\u{81}';

/// Extensions of CommonMark.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_TASKLISTS);

/// Returns a text in which the parser finds no HTML. It contains additional marks; see [`is_mark`].
pub(crate) fn without_html(markdown: &str) -> Cow<'_, str> {
    let mut marks: Vec<(usize, char)> = markdown
        .match_indices('<')
        .filter_map(|(at, _)| {
            let after = markdown.get(at + 1..).unwrap_or_default();
            let is_break = is_break(after) && !is_escaped(markdown, at);
            (is_break || may_begin_html(after)).then_some((at + 1, if is_break { BREAK } else { TEXT }))
        })
        .collect();
    let unused = unused_definitions(markdown);
    if !unused.is_empty() {
        marks.extend(unused.into_iter().map(|at| (at, TEXT)));
        marks.sort_unstable();
    }
    if marks.is_empty() {
        return Cow::Borrowed(markdown);
    }
    let mut marked = String::with_capacity(markdown.len() + 2 * marks.len());
    let mut from = 0;
    for (at, mark) in marks {
        marked.push_str(markdown.get(from..at).unwrap_or_default());
        marked.push(mark);
        from = at;
    }
    marked.push_str(markdown.get(from..).unwrap_or_default());
    Cow::Owned(marked)
}

/// Whether this is a mark inserted by [`without_html`].
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, TEXT | BREAK)
}

/// Whether an odd number of backslashes precedes this position.
pub(crate) fn is_escaped(markdown: &str, at: usize) -> bool {
    let before = markdown.as_bytes().get(..at).unwrap_or_default();
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// Returns the positions of link and footnote definitions that are not referenced or have the name of an earlier one.
/// The client follows the same rule (`lib/unusedDefinitions.ts`).
fn unused_definitions(markdown: &str) -> Vec<usize> {
    if !markdown.contains("]:") {
        return Vec::new();
    }
    let mut defined = Vec::new();
    let mut start = 0;
    for line in markdown.split_inclusive('\n') {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit() || " \t>*+-.)".contains(c));
        if let Some(label) = label_of(rest).filter(|label| !label.contains('\n'))
            && rest.get(label.len() + 2..).is_some_and(|rest| rest.starts_with(':'))
        {
            defined.push((start + line.len() - rest.len(), name_of(label)));
        }
        start += line.len();
    }
    let is_defined = |at: usize| defined.binary_search_by_key(&at, |(start, _)| *start).is_ok();
    let used: BTreeSet<String> = markdown
        .match_indices('[')
        .filter(|(at, _)| !is_defined(*at))
        .filter_map(|(at, _)| label_of(markdown.get(at..)?).map(name_of))
        .collect();
    let mut known = BTreeSet::new();
    let is_unused = |(_, name): &(usize, String)| !used.contains(name) || !known.insert(name.clone());
    defined.into_iter().filter(is_unused).map(|(at, _)| at).collect()
}

/// Returns the content of the brackets at the start of a text.
fn label_of(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('[')?;
    let mut is_escaped = false;
    let end = inside.find(|c| {
        let is_end = !is_escaped && matches!(c, '[' | ']');
        is_escaped = c == '\\' && !is_escaped;
        is_end
    })?;
    let rest = inside.get(end..)?;
    inside.get(..end).filter(|label| !label.is_empty() && rest.starts_with(']'))
}

/// Returns a label in the form in which references are compared.
fn name_of(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether this is the rest of a tag that breaks the line: `br>` in any case, optionally with blanks and a `/`.
fn is_break(after: &str) -> bool {
    let name = after.get(..2).filter(|name| name.eq_ignore_ascii_case("br"));
    let end = name.and_then(|name| after.get(name.len()..)).map(|rest| rest.trim_start_matches([' ', '\t']));
    let end = end.map(|rest| rest.strip_prefix('/').unwrap_or(rest).trim_start_matches([' ', '\t']));
    end.is_some_and(|rest| rest.starts_with('>'))
}

/// Whether a `<` followed by this text could begin HTML. An address in angle brackets cannot: a character that is not
/// allowed in a tag name ends its first word.
fn may_begin_html(after: &str) -> bool {
    let rest = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
    match after.as_bytes().first() {
        Some(b'/' | b'!' | b'?') => true,
        Some(first) if first.is_ascii_alphabetic() => {
            rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>')
        }
        _ => false,
    }
}

/// What the text of an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Text,
    /// The words of a link to an address, or the description of a picture.
    Words,
    /// Code, which is shown unchanged.
    Code,
}

/// The events of a text. Adjacent texts, which the parser separates at brackets and escapes, are joined. A mark follows
/// an escaped `[`.
pub(crate) struct Events<'a, I: Iterator> {
    source: &'a str,
    parsed: Peekable<I>,
    is_code: bool,
    /// Number of open links and pictures.
    open: usize,
}

impl<'a, I: Iterator<Item = (Event<'a>, Range<usize>)>> Events<'a, I> {
    /// `source` is the text that was parsed.
    pub(crate) fn new(source: &'a str, events: I) -> Self {
        Self { source, parsed: events.peekable(), is_code: false, open: 0 }
    }
}

impl<'a, I: Iterator<Item = (Event<'a>, Range<usize>)>> Iterator for Events<'a, I> {
    type Item = (Event<'a>, Kind);

    fn next(&mut self) -> Option<Self::Item> {
        let (mut event, range) = self.parsed.next()?;
        match &event {
            Event::Start(Tag::CodeBlock(_)) => self.is_code = true,
            Event::End(TagEnd::CodeBlock) => self.is_code = false,
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => self.open += 1,
            Event::End(TagEnd::Link | TagEnd::Image) => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        let is_code = self.is_code || matches!(event, Event::Code(_));
        if let Event::Text(text) = event {
            let read = |text, range: Range<usize>| if is_code { text } else { marked(self.source, text, range.start) };
            let mut text = read(text, range);
            if matches!(self.parsed.peek(), Some((Event::Text(_), _))) {
                let mut joined = text.into_string();
                while let Some((Event::Text(more), range)) =
                    self.parsed.next_if(|(next, _)| matches!(next, Event::Text(_)))
                {
                    joined.push_str(&read(more, range));
                }
                text = joined.into();
            }
            event = Event::Text(text);
        }
        let kind = match self.open {
            _ if is_code => Kind::Code,
            0 => Kind::Text,
            _ => Kind::Words,
        };
        Some((event, kind))
    }
}

/// Returns a text that begins here in the source, with a mark after an escaped `[` at its start.
fn marked<'a>(source: &str, text: CowStr<'a>, at: usize) -> CowStr<'a> {
    match text.strip_prefix('[').filter(|_| is_escaped(source, at)) {
        Some(rest) => format!("[{TEXT}{rest}").into(),
        None => text,
    }
}

#[cfg(test)]
#[path = "markdown_tests.rs"]
mod tests;
