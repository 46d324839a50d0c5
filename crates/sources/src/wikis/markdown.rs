//! The small pieces of Markdown that all converters write.

use std::borrow::Cow;

/// Stands for a line break inside of a paragraph until the place is known where it will stand.
pub const BREAK: char = '\u{E002}';

/// Text that no reader of Markdown takes for markup. With `entities`, `&nbsp;` and the like keep their meaning.
pub fn escape(text: &str, entities: bool) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let rest = text.get(at + letter.len_utf8()..).unwrap_or_default();
        let after = rest.chars().next();
        let marks = match letter {
            '\\' | '*' | '`' | '[' | ']' | '~' => true,
            '_' => !(before.is_alphanumeric() && after.is_some_and(char::is_alphanumeric)),
            '<' => after.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
            // Before a link it would make a picture of it; links may still be put aside as pieces.
            '!' => after.is_some_and(|next| matches!(next, '[' | '\u{E000}')),
            '&' => !entities && is_entity(rest),
            _ => false,
        };
        if marks {
            out.push('\\');
        }
        out.push(letter);
        before = letter;
    }
    out
}

fn is_entity(rest: &str) -> bool {
    let name = rest.bytes().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    name > 0 && rest.as_bytes().get(name) == Some(&b';')
}

/// A line of a paragraph that nothing takes for the beginning of a heading, a list, a quotation or a rule.
pub fn guard(line: &str) -> Cow<'_, str> {
    let line = line.trim_start_matches([' ', '\t']);
    let Some(first) = line.chars().next() else { return Cow::Borrowed(line) };
    let spaced = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    let rest = line.get(first.len_utf8()..).unwrap_or_default();
    let only = |marks: &str| line.trim_end().chars().all(|letter| marks.contains(letter));
    let marks = match first {
        '#' => spaced(line.trim_start_matches('#')),
        '>' => true,
        '-' => spaced(rest) || only("- ") || (line.contains('|') && only("-|: ")),
        '+' => spaced(rest),
        '=' => only("= "),
        '|' | ':' => line.contains('-') && line.contains('|') && only("-|: "),
        _ => false,
    };
    if marks {
        return Cow::Owned(format!("\\{line}"));
    }
    if first.is_ascii_digit() {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = line.split_at(digits);
        if digits <= 9 && rest.starts_with(['.', ')']) && spaced(rest.get(1..).unwrap_or_default()) {
            return Cow::Owned(format!("{number}\\{rest}"));
        }
    }
    Cow::Borrowed(line)
}

/// A paragraph out of converted inline text.
pub fn paragraph(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let text = text.trim_matches(|letter: char| letter == BREAK || letter.is_whitespace());
    for line in text.split('\n') {
        for (part, piece) in line.split(BREAK).enumerate() {
            let guarded = guard(piece.trim_end());
            if guarded.is_empty() {
                continue;
            }
            if !out.is_empty() {
                out.push_str(if part > 0 { "\\\n" } else { "\n" });
            }
            out.push_str(&guarded);
        }
    }
    out
}

/// The same text on one line, for headings and cells.
pub fn one_line(text: &str) -> String {
    text.split(|letter: char| letter == BREAK || letter.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

pub fn heading(level: usize, text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() { String::new() } else { format!("{} {text}", "#".repeat(level.clamp(1, 6))) }
}

fn longest_run(text: &str, mark: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for letter in text.chars() {
        run = if letter == mark { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

pub fn code_span(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() {
        return text;
    }
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

pub fn fence(language: &str, code: &str) -> String {
    let language: String = language
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "+-#_.".contains(*letter))
        .take(40)
        .collect();
    let mark = "`".repeat(longest_run(code, '`').max(2) + 1);
    let code = code.trim_end().trim_start_matches(['\n', '\r']);
    format!("{mark}{language}\n{code}\n{mark}")
}

/// `marker` on both sides; spaces move out, because markers beside spaces are text.
pub fn wrap(marker: &str, inner: &str) -> String {
    let core = inner.trim();
    if core.is_empty() {
        return inner.to_owned();
    }
    let start = inner.len() - inner.trim_start().len();
    let (lead, rest) = inner.split_at(start);
    let tail = rest.get(core.len()..).unwrap_or_default();
    format!("{lead}{marker}{core}{marker}{tail}")
}

/// Words in a link between pages, where nothing can be escaped.
fn label(words: &str) -> String {
    one_line(&words.replace('[', "(").replace(']', ")").replace('|', "/"))
}

/// `[[target#anchor|words]]`, or only the words if the target cannot be written so.
pub fn page_link(target: &str, anchor: &str, words: &str) -> String {
    let (target, anchor) = (target.trim(), anchor.trim());
    let odd = |text: &str| text.contains(['[', ']', '|', '#', '\n']);
    if odd(target) || odd(anchor) || (target.is_empty() && anchor.is_empty()) {
        return escape(if words.is_empty() { target } else { words }, false);
    }
    let words = label(words);
    let mut out = format!("[[{target}");
    if !anchor.is_empty() {
        out.push('#');
        out.push_str(anchor);
    }
    if !words.is_empty() && words != target {
        out.push('|');
        out.push_str(&words);
    }
    out.push_str("]]");
    out
}

fn destination(url: &str) -> String {
    if url.contains([' ', '(', ')', '<', '>', '\n']) {
        let clean: String = url.chars().filter(|letter| !matches!(letter, '<' | '>' | '\n')).collect();
        format!("<{clean}>")
    } else {
        url.to_owned()
    }
}

/// `words` are Markdown.
pub fn link(url: &str, words: &str) -> String {
    let words = one_line(words);
    if words.is_empty() {
        return auto_link(url);
    }
    if dangerous(url) {
        return words;
    }
    format!("[{words}]({})", destination(url))
}

pub fn auto_link(url: &str) -> String {
    let plain = url.contains("://") || url.starts_with("mailto:");
    if !plain || url.contains(|letter: char| letter.is_whitespace() || matches!(letter, '<' | '>' | '\\')) {
        return escape(url, false);
    }
    format!("<{url}>")
}

fn dangerous(url: &str) -> bool {
    let start: String = url.trim_start().chars().take(11).collect::<String>().to_ascii_lowercase();
    start.starts_with("javascript:") || start.starts_with("data:") || start.starts_with("vbscript:")
}

/// `caption` is plain text.
pub fn image(path: &str, caption: &str, width: Option<u32>) -> String {
    let caption = escape(&label(caption), false);
    let width = width.map(|width| format!("|{width}")).unwrap_or_default();
    format!("![{caption}{width}]({})", destination(path))
}

/// Each line behind `lead`.
pub fn prefixed(lead: &str, text: &str) -> String {
    let line = |line: &str| if line.is_empty() { lead.trim_end().to_owned() } else { format!("{lead}{line}") };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Blocks with an empty line between them.
#[derive(Debug, Default)]
pub struct Blocks(String);

impl Blocks {
    pub fn push(&mut self, block: &str) {
        let block = block.trim_matches('\n');
        if block.trim().is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push_str("\n\n");
        }
        self.0.push_str(block);
    }

    pub fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accidental_markup_is_escaped() {
        assert_eq!(escape("*a* [b] `c` <d> e_f _g_ 1 < 2", false), r"\*a\* \[b\] \`c\` \<d> e_f \_g\_ 1 < 2");
    }

    #[test]
    fn line_starts_are_guarded() {
        for (line, safe) in [
            ("# a", r"\# a"),
            ("#a", "#a"),
            ("> a", r"\> a"),
            ("- a", r"\- a"),
            ("1. a", r"1\. a"),
            ("2026.", r"2026\."),
            ("1.5 m", "1.5 m"),
            ("===", r"\==="),
            ("---", r"\---"),
            ("    a", "a"),
            ("|--|--|", r"\|--|--|"),
        ] {
            assert_eq!(guard(line), safe, "{line}");
        }
    }

    #[test]
    fn code_with_backticks_gets_longer_fences() {
        assert_eq!(code_span("a`b"), "``a`b``");
        assert_eq!(fence("rust", "```\n"), "````rust\n```\n````");
    }

    #[test]
    fn markers_do_not_touch_spaces() {
        assert_eq!(wrap("**", " a "), " **a** ");
        assert_eq!(wrap("**", "  "), "  ");
    }

    #[test]
    fn a_link_target_that_cannot_be_written_leaves_its_words() {
        assert_eq!(page_link("A|B", "", "w*"), r"w\*");
        assert_eq!(page_link("A", "b", "[w]"), "[[A#b|(w)]]");
    }

    #[test]
    fn scripts_are_no_links() {
        assert_eq!(link("javascript:alert(1)", "a"), "a");
    }

    #[test]
    fn a_break_becomes_a_hard_line_break() {
        assert_eq!(paragraph("a\u{E002}b\nc"), "a\\\nb\nc");
    }
}
