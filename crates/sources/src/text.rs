//! Adapts the texts of a source to this product.

use crate::references::OPTIONS;
use facility_kernel::line_feeds;
use pulldown_cmark::{Event, Parser};

/// Returns a text without the control characters that no text may have, and whether it had any.
pub(crate) fn without_controls(text: &str) -> (String, bool) {
    let text = line_feeds(text);
    let is_refused = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(is_refused) { (text.replace(is_refused, ""), true) } else { (text.into_owned(), false) }
}

/// Escapes lines that consist of colons, because they end a box in some sources but a passage here. A text with
/// passages stays as it is.
pub(crate) fn without_boxes(text: String) -> String {
    let is_end = |line: &str| line.trim().len() > 2 && line.trim().chars().all(|c| c == ':');
    if text.contains(":::level ") || text.contains(":::withheld ") || !text.lines().any(is_end) {
        return text;
    }
    text.split_inclusive('\n')
        .map(|line| if is_end(line) { line.replacen(':', "\\:", 1) } else { line.to_owned() })
        .collect()
}

/// Returns the line of the first HTML that readers will see as text, counted from 1, and the line's words.
pub(crate) fn first_html(markdown: &str) -> Option<(usize, &str)> {
    if !markdown.contains('<') {
        return None;
    }
    for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        let (Event::Html(html) | Event::InlineHtml(html)) = event else { continue };
        let tag = html.trim().to_ascii_lowercase();
        if tag.is_empty() || (tag.starts_with("<br") && tag.len() < 8) {
            continue;
        }
        let before = markdown.get(..range.start)?;
        return Some((before.matches('\n').count() + 1, markdown.get(range)?.lines().next()?.trim()));
    }
    None
}

/// Tells lines of positions in a text. Positions that ascend are found in one pass.
pub(crate) struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    pub(crate) const fn of(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// Returns the line of this position, counted from 1.
    pub(crate) fn line(&mut self, at: usize) -> usize {
        if at < self.at {
            (self.at, self.line) = (0, 1);
        }
        self.line += self.text.get(self.at..at).unwrap_or_default().matches('\n').count();
        self.at = at;
        self.line
    }
}

/// Returns the first characters of a text on one line.
pub(crate) fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHOWN { line } else { line.chars().take(SHOWN - 1).chain(['\u{2026}']).collect() }
}

/// Returns a number with commas between thousands.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && at % 3 == first {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_found_outside_of_code() {
        assert_eq!(first_html("a\n\nb<br>c <b>d</b>\n"), Some((3, "<b>")));
        assert_eq!(first_html("a\n\n<div class=\"card\">\nx\n</div>\n"), Some((3, "<div class=\"card\">")));
        assert_eq!(first_html("`<b>` 1 < 2\n\n```\n<b>\n```\n"), None);
    }

    #[test]
    fn end_of_a_box_is_no_end_of_a_passage() {
        assert_eq!(without_boxes(":::tip\nRest\n  :::\n".to_owned()), ":::tip\nRest\n  \\:::\n");
        let passage = ":::level 3\nRest\n:::\n";
        assert_eq!(without_boxes(passage.to_owned()), passage);
    }

    #[test]
    fn numbers_are_grouped_and_controls_removed() {
        assert_eq!([0, 999, 1_000, 411_208].map(grouped), ["0", "999", "1,000", "411,208"]);
        assert_eq!(without_controls("a\u{1b}b\r\n\tc"), ("ab\n\tc".to_owned(), true));
    }
}
