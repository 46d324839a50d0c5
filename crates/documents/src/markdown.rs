//! Markdown without HTML. A tag or comment in angle brackets is text, shown as typed; `<br>` alone breaks the line. The client
//! reads texts by the same rule (`components/readMarkdown.ts`).
//!
//! The parser cannot be told to leave HTML alone. A mark behind each `<` that could begin some keeps it from doing so and
//! changes nothing else: no rule of Markdown looks at what follows such a `<`.

use pulldown_cmark::{Event, Options, Tag, TagEnd};
use std::borrow::Cow;

/// Follows a `<` that begins no HTML. No text contains it: control characters are refused.
const TEXT: char = '\u{80}';
/// Follows the `<` of a tag that breaks the line. No text contains it either.
pub(crate) const BREAK: char = '\u{81}';

/// What is read beyond CommonMark.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_TASKLISTS);

/// Returns a text in which the parser finds no HTML. See [`is_mark`] for what it contains more.
pub(crate) fn without_html(markdown: &str) -> Cow<'_, str> {
    let mut marked = String::new();
    let mut from = 0;
    for (at, _) in markdown.match_indices('<') {
        let (before, after) = markdown.split_at_checked(at + 1).unwrap_or((markdown, ""));
        let mark = if is_break(after) && !is_escaped(markdown, at) {
            BREAK
        } else if may_begin_html(after) {
            TEXT
        } else {
            continue;
        };
        marked.push_str(before.get(from..).unwrap_or_default());
        marked.push(mark);
        from = at + 1;
    }
    if from == 0 {
        return Cow::Borrowed(markdown);
    }
    marked.push_str(markdown.get(from..).unwrap_or_default());
    Cow::Owned(marked)
}

/// Returns whether this is a mark of [`without_html`].
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, TEXT | BREAK)
}

/// Returns whether an odd number of backslashes precedes this.
pub(crate) fn is_escaped(markdown: &str, at: usize) -> bool {
    let before = markdown.as_bytes().get(..at).unwrap_or_default();
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// The rest of a tag that breaks the line: `br>` in any case, with blanks and a `/`.
fn is_break(after: &str) -> bool {
    let name = after.get(..2).filter(|name| name.eq_ignore_ascii_case("br"));
    let end = name.and_then(|name| after.get(name.len()..)).map(|rest| rest.trim_start_matches([' ', '\t']));
    let end = end.map(|rest| rest.strip_prefix('/').unwrap_or(rest).trim_start_matches([' ', '\t']));
    end.is_some_and(|rest| rest.starts_with('>'))
}

/// Whether what follows a `<` could make it HTML. An address in angle brackets cannot: another character ends its first word.
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

/// Tells code, which is shown as it is, from text.
#[derive(Default)]
pub(crate) struct Code {
    is_open: bool,
}

impl Code {
    /// Returns whether this event is code. Takes each event of a text.
    pub(crate) const fn includes(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Start(Tag::CodeBlock(_)) => self.is_open = true,
            Event::End(TagEnd::CodeBlock) => self.is_open = false,
            _ => {}
        }
        (self.is_open && matches!(event, Event::Text(_))) || matches!(event, Event::Code(_))
    }
}

#[cfg(test)]
#[path = "markdown_tests.rs"]
mod tests;
