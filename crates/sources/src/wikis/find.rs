//! Searches that stay linear: a text is looked through once for an end, not once for each beginning.

use std::collections::HashMap;

/// Deeper nesting is shown as text.
pub const MAX_DEPTH: usize = 50;

pub fn cut(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or_default()
}

pub fn from(text: &str, start: usize) -> &str {
    text.get(start..).unwrap_or_default()
}

pub fn lines_in(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

pub fn char_at(text: &str, at: usize) -> Option<char> {
    from(text, at).chars().next()
}

pub fn char_before(text: &str, at: usize) -> Option<char> {
    cut(text, 0, at).chars().next_back()
}

#[derive(Debug)]
pub struct Finder<'a> {
    text: &'a str,
    /// Where a pattern was searched from last, and where it was found.
    known: HashMap<String, (usize, Option<usize>)>,
}

impl<'a> Finder<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, known: HashMap::new() }
    }

    pub fn find(&mut self, pattern: &str, start: usize) -> Option<usize> {
        self.find_where(pattern, start, |_| true)
    }

    /// `fits` must be the same for each search of a pattern.
    pub fn find_where(&mut self, pattern: &str, start: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
        if let Some((searched, found)) = self.known.get(pattern)
            && *searched <= start
            && found.is_none_or(|found| found >= start)
        {
            return *found;
        }
        let mut at = start;
        let found = loop {
            let Some(position) = from(self.text, at).find(pattern).map(|found| at + found) else { break None };
            if fits(position) {
                break Some(position);
            }
            at = position + pattern.chars().next().map_or(1, char::len_utf8);
        };
        self.known.insert(pattern.to_owned(), (start, found));
        found
    }

    /// Where `pattern` stands within the next `limit` bytes, and before an empty line.
    pub fn near(&mut self, start: usize, pattern: &str, limit: usize) -> Option<usize> {
        let found = self.find(pattern, start)?;
        let is_near = found + pattern.len() <= self.text.floor_char_boundary(start + limit);
        (is_near && self.find("\n\n", start).is_none_or(|gap| gap + 2 > found)).then_some(found)
    }

    /// The end tag that belongs to a tag of this name whose content begins at `start`, as (start, end) of the end tag.
    /// `self.text` must be in lower case.
    pub fn end_tag(&mut self, name: &str, start: usize) -> Option<(usize, usize)> {
        let text = self.text;
        let pattern = format!("</{name}");
        let ends = |at: usize| {
            let after = from(text, at + pattern.len());
            after.trim_start().starts_with('>')
        };
        let at = self.find_where(&pattern, start, ends)?;
        let close = from(text, at).find('>')?;
        Some((at, at + close + 1))
    }
}

/// Matching pairs of two doubled characters: where each begins, and where it has ended.
/// With `parameters`, three of a kind match three.
pub fn pairs(text: &str, open: u8, close: u8, parameters: bool) -> HashMap<usize, usize> {
    let bytes = text.as_bytes();
    let mut found = HashMap::new();
    let mut stack: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let run = bytes.iter().skip(at).take_while(|next| *next == byte).count();
        if *byte == open && run >= 2 {
            stack.push((at, run));
            at += run;
        } else if *byte == close && run >= 2 {
            let mut left = run;
            let mut position = at;
            while left >= 2
                && let Some((start, count)) = stack.last_mut()
            {
                let taken = if parameters && left >= 3 && *count == 3 { 3 } else { 2 };
                *count -= taken;
                left -= taken;
                position += taken;
                found.insert(*start + *count, position);
                if *count < 2 {
                    stack.pop();
                }
            }
            at += run;
        } else {
            at += run;
        }
    }
    found
}

/// `text` cut at `separator` where it stands in no brackets.
pub fn split_outside<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let (mut depth, mut start, mut at) = (0_usize, 0, 0);
    while at < bytes.len() {
        let two = bytes.get(at..at + 2).unwrap_or_default();
        if two == b"[[" || two == b"{{" {
            depth += 1;
            at += 2;
        } else if two == b"]]" || two == b"}}" {
            depth = depth.saturating_sub(1);
            at += 2;
        } else if depth == 0 && bytes.get(at..).is_some_and(|rest| rest.starts_with(separator.as_bytes())) {
            parts.push(cut(text, start, at));
            at += separator.len();
            start = at;
        } else {
            at += 1;
        }
    }
    parts.push(from(text, start));
    parts
}

/// `text` in which `change` says what stands in place of `pattern` and of how many bytes after it.
pub fn replaced(text: &str, pattern: &str, mut change: impl FnMut(&str) -> Option<(String, usize)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(pattern) {
        out.push_str(before);
        let change = change(after);
        out.push_str(change.as_ref().map_or(pattern, |(new, _)| new));
        rest = from(after, change.map_or(0, |(_, length)| length));
    }
    out.push_str(rest);
    out
}

/// The length of the address at the start of `text`.
pub fn url_length(text: &str) -> Option<usize> {
    address_length(text, |_| false)
}

fn address_length(text: &str, is_end: impl Fn(&str) -> bool) -> Option<usize> {
    let known = ["http://", "https://", "ftp://", "mailto:", "irc://", "//"];
    let scheme =
        known.iter().find(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))?;
    let stop = |letter: char| letter.is_whitespace() || "<>[]\"|{}\u{E000}\u{E001}\u{E002}".contains(letter);
    let end = text.char_indices().find(|(at, letter)| stop(*letter) || is_end(from(text, *at)));
    let end = end.map_or(text.len(), |(at, _)| at);
    (end > scheme.len()).then_some(end)
}

/// The same without what belongs to the sentence around it.
pub fn bare_url_length(text: &str) -> Option<usize> {
    let url = cut(text, 0, address_length(text, |rest| rest.starts_with("''"))?);
    let mut url = url.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'']);
    if url.ends_with(')') && !url.contains('(') {
        url = url.trim_end_matches(')');
    }
    (url.len() > 8 && char_at(url, 0).is_some_and(char::is_alphabetic)).then_some(url.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_nest_and_ignore_what_is_left_over() {
        let found = pairs("{{a{{b}}}} {{c", b'{', b'}', true);
        assert_eq!((found.get(&0), found.get(&3), found.get(&11)), (Some(&10), Some(&8), None));
    }

    #[test]
    fn three_braces_are_a_parameter() {
        let found = pairs("{{{x}}}", b'{', b'}', true);
        assert_eq!(found.get(&0), Some(&7));
    }

    #[test]
    fn a_separator_in_brackets_does_not_cut() {
        assert_eq!(split_outside("a|[[b|c]]|{{d|e}}", "|"), ["a", "[[b|c]]", "{{d|e}}"]);
    }

    #[test]
    fn a_pattern_that_was_missed_is_not_searched_twice() {
        let mut finder = Finder::new("abc");
        assert_eq!(finder.find("x", 0), None);
        assert_eq!(finder.known.get("x"), Some(&(0, None)));
        assert_eq!(finder.find("b", 0), Some(1));
    }
}
