//! Markdown without HTML. A tag or comment in angle brackets is text, shown as typed; `<br>` alone breaks the line. The
//! client reads texts by the same rule (`components/readMarkdown.ts`).
//!
//! The parser cannot be told to leave HTML alone. A mark behind each `<` that could begin some keeps it from doing so
//! and changes nothing else: no rule of Markdown looks at what follows such a `<`.
//!
//! A definition of a link or footnote to which nothing refers is text, too: `[19:04]: Hello` is a line of a talk. A
//! mark before it keeps the parser from taking it away.

use pulldown_cmark::{Event, Options, Tag, TagEnd};
use std::borrow::Cow;
use std::collections::BTreeSet;

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

/// Returns whether this is a mark of [`without_html`].
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, TEXT | BREAK)
}

/// Returns whether an odd number of backslashes precedes this.
pub(crate) fn is_escaped(markdown: &str, at: usize) -> bool {
    let before = markdown.as_bytes().get(..at).unwrap_or_default();
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// Returns where definitions of links and footnotes begin to which nothing refers, or whose name an earlier one has.
/// The client has the same rule (`lib/unusedDefinitions.ts`).
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

/// Returns what stands in the brackets with which a text begins.
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

/// Returns a label as references are compared with it.
fn name_of(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The rest of a tag that breaks the line: `br>` in any case, with blanks and a `/`.
fn is_break(after: &str) -> bool {
    let name = after.get(..2).filter(|name| name.eq_ignore_ascii_case("br"));
    let end = name.and_then(|name| after.get(name.len()..)).map(|rest| rest.trim_start_matches([' ', '\t']));
    let end = end.map(|rest| rest.strip_prefix('/').unwrap_or(rest).trim_start_matches([' ', '\t']));
    end.is_some_and(|rest| rest.starts_with('>'))
}

/// Whether what follows a `<` could make it HTML. An address in angle brackets cannot: another character ends its first
/// word.
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
