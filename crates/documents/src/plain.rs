//! Markdown as plain text on one line: its words without markup and addresses.

use crate::links::shown;
use crate::markdown::{BREAK, Events, Kind, OPTIONS, is_mark, without_html};
use crate::pictures::SCHEME;
use crate::portions::{BAR, readable};
use facility_kernel::Clearance;
use pulldown_cmark::{BrokenLink, BrokenLinkCallback, CowStr, Event, LinkType, Parser, Tag, TagEnd};
use unicode_segmentation::UnicodeSegmentation as _;

/// Maximum length of a preview or snippet in characters (code points), including the ellipsis.
pub const EXCERPT_CHARS: usize = 200;
/// What readers see for a [`BAR`]. The number of blocks does not depend on what is withheld.
const BLOCKS: &str = "███";

/// Marks omitted text.
const ELLIPSIS: char = '…';
/// Number of bytes of Markdown that are parsed for a preview. If they contain too few words, for example after a long
/// address, the whole text is parsed.
const HEAD_BYTES: usize = 8 * 1024;

/// Returns the words of a Markdown text on one line, without the addresses of links and images; a link to a document is
/// the [words](crate::links) that it shows. White space is collapsed to single spaces.
pub fn plain_text(markdown: &str) -> String {
    line(markdown, Line::default())
}

/// Like [`plain_text`], but keeps each [`BAR`] of the text. Adjacent bars become one.
pub(crate) fn plain_text_with_bars(markdown: &str) -> String {
    line(markdown, Line { keeps_bars: true, ..Line::default() })
}

/// Like [`plain_text_with_bars`], but shows links to documents as typed. Version 1.0.0 stored this.
pub(crate) fn plain_text_of_1_0(markdown: &str) -> String {
    line(markdown, Line { keeps_bars: true, keeps_labels: true, ..Line::default() })
}

fn line(markdown: &str, mut line: Line) -> String {
    let mut picture = None;
    let markdown = &*without_html(markdown);
    let parser = Parser::new_with_broken_link_callback(markdown, OPTIONS, Some(OutOfSight));
    for (event, kind) in Events::new(markdown, parser.into_offset_iter()) {
        match event {
            Event::Text(text) | Event::Code(text) if kind == Kind::Code => line.push(&text),
            Event::Text(text) if kind == Kind::Text && !line.keeps_labels => line.push_with_breaks(&shown(&text)),
            Event::Text(text) => line.push_with_breaks(&text),
            Event::Start(Tag::Image { ref dest_url, .. }) if dest_url.starts_with(SCHEME) => {
                picture = Some(line.text.len());
            }
            Event::End(TagEnd::Image) => picture.take().into_iter().for_each(|start| line.cut_width(start)),
            // Emphasis and links can occur inside a word; only blocks and breaks separate words.
            Event::Start(tag) if !is_inline(tag.to_end()) => line.part(),
            Event::End(tag) if !is_inline(tag) => line.part(),
            Event::SoftBreak | Event::HardBreak | Event::Rule => line.part(),
            _ => {}
        }
    }
    line.text
}

/// Replaces each [`BAR`] of a plain text with the blocks that readers see.
pub fn show_bars(plain: String) -> String {
    if plain.contains(BAR) { plain.replace(BAR, BLOCKS) } else { plain }
}

/// Returns the start of a Markdown text as plain text of at most [`EXCERPT_CHARS`] characters. It is cut at a word,
/// never inside a user-perceived character, and `…` marks omitted text.
pub fn preview(markdown: &str) -> String {
    excerpt(markdown, EXCERPT_CHARS)
}

/// Returns the start of a Markdown text as plain text of at most `max` characters, cut like [`preview`]. The reader may
/// read the whole text: portions show their words, and bars show blocks.
pub fn excerpt(markdown: &str, max: usize) -> String {
    let end = markdown.floor_char_boundary(HEAD_BYTES);
    let (head, rest) = markdown.split_at_checked(end).unwrap_or((markdown, ""));
    let text = words_of(head);
    if rest.is_empty() {
        return cut(&text, max, false);
    }
    // Whether a definition is text depends on references in the whole text, and the head may end within a link.
    let is_cut = head.rfind("[[").is_some_and(|at| !head.get(at..).is_some_and(|link| link.contains(['\n', ']'])));
    let is_enough = !head.contains("]:") && !is_cut && text.chars().count() > max;
    if is_enough { cut(&text, max, true) } else { cut(&words_of(markdown), max, false) }
}

fn words_of(markdown: &str) -> String {
    show_bars(plain_text_with_bars(&readable(markdown, Clearance::MAX)))
}

/// Returns the start of a plain text, cut like [`preview`].
pub fn beginning(plain: &str) -> String {
    cut(plain, EXCERPT_CHARS, false)
}

/// Returns the start of a line of plain text, at most `max` characters including the `…` for omitted text. `more` means
/// that text follows the line.
pub(crate) fn cut(line: &str, max: usize, more: bool) -> String {
    if !more && line.chars().nth(max).is_none() {
        return line.to_owned();
    }
    let kept = fitting(line, max.saturating_sub(1));
    // At the end of a sentence, `….` or `.…` would mark the end twice.
    let kept = kept.trim_end_matches(|c: char| c.is_whitespace() || ".,;:…".contains(c));
    format!("{kept}{ELLIPSIS}")
}

/// Returns the longest prefix of at most `max` characters that ends with a word. If a single word takes more than half
/// of that, the prefix ends with a whole user-perceived character.
fn fitting(line: &str, max: usize) -> &str {
    let ends = |pieces: &mut dyn Iterator<Item = (usize, &str)>| {
        let mut room = max;
        let mut end = 0;
        for (at, piece) in pieces {
            let Some(left) = room.checked_sub(piece.chars().count()) else { break };
            (room, end) = (left, at + piece.len());
        }
        (end, max - room)
    };
    let (words, taken) = ends(&mut line.split_word_bound_indices());
    let end = if taken * 2 >= max { words } else { ends(&mut line.grapheme_indices(true)).0 };
    line.get(..end).unwrap_or_default()
}

/// A line of plain text under construction.
#[derive(Default)]
struct Line {
    text: String,
    parted: bool,
    keeps_bars: bool,
    keeps_labels: bool,
}

impl Line {
    /// Adds a text that may contain tags that break the line.
    fn push_with_breaks(&mut self, text: &str) {
        let mut parts = text.split(BREAK);
        self.push(parts.next().unwrap_or_default());
        for part in parts {
            // A `<br>` tag: its `<` has already been added, and the rest follows.
            let before = self.text.strip_suffix('<').unwrap_or(&self.text).trim_end().len();
            self.text.truncate(before);
            self.part();
            self.push(part.split_once('>').map_or(part, |(_, rest)| rest));
        }
    }

    fn push(&mut self, text: &str) {
        for c in text.chars().filter(|c| !is_mark(*c)) {
            let is_bar = c == BAR;
            if c.is_whitespace() || (is_bar && !self.keeps_bars) {
                self.parted = true;
                continue;
            }
            if is_bar && self.text.ends_with(BAR) {
                continue;
            }
            if std::mem::take(&mut self.parted) && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push(c);
        }
    }

    /// Removes the width from the description of a picture, which starts here: `|240` at its end.
    fn cut_width(&mut self, start: usize) {
        let description = self.text.get(start..).unwrap_or_default();
        if let Some((words, width)) = description.rsplit_once('|')
            && !width.is_empty()
            && width.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.text.truncate(start + words.len());
        }
    }

    const fn part(&mut self) {
        self.parted = true;
    }
}

const fn is_inline(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

/// Treats `[words][reference]` as a link even if its definition is missing, because only a part of the text may have
/// been parsed. Single brackets are text: `[REDACTED]`.
struct OutOfSight;

impl<'input> BrokenLinkCallback<'input> for OutOfSight {
    fn handle_broken_link(&mut self, link: BrokenLink<'input>) -> Option<(CowStr<'input>, CowStr<'input>)> {
        (link.link_type == LinkType::Reference).then_some((CowStr::Borrowed(""), CowStr::Borrowed("")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_picture_is_its_description_without_its_width() {
        for (markdown, plain) in [
            ("See ![the gate|240](file:1) now", "See the gate now"),
            ("![|240](file:1)", ""),
            ("a|1 ![](file:1)", "a|1"),
            ("![a|b](file:1) ![c|2](https://x.example/p.png)", "a|b c|2"),
        ] {
            assert_eq!(plain_text(markdown), plain, "{markdown}");
        }
    }

    #[test]
    fn markdown_becomes_its_words() {
        for (markdown, words) in [
            (
                "# Recovery\n\nNobody **answers** the [light](https://example.com \"title\").",
                "Recovery Nobody answers the light.",
            ),
            ("a*b*c, ~~gone~~ and `code *kept*`", "abc, gone and code *kept*"),
            ("- [x] done\n- one\n  - two\n\n1. three", "done one two three"),
            ("| Key | Value |\n|---|---|\n| a | **b** |", "Key Value a b"),
            ("> quoted\n> text\n\n---\n\n```rust\nlet x = 1;\n```", "quoted text let x = 1;"),
            ("Entities &amp; &lt;3", "Entities & <3"),
            ("![The gate](x.png) and <https://example.com>", "The gate and https://example.com"),
            (
                "[named][out of sight], [REDACTED] and 2 * 3 * 4, snake_case_name",
                "named, [REDACTED] and 2 * 3 * 4, snake_case_name",
            ),
            ("A note[^1].\n\n[^1]: Below.", "A note. Below."),
            ("line one  \nline\ttwo\u{a0}\u{2003}end", "line one line two end"),
            ("\\*not emphasis\\*", "*not emphasis*"),
        ] {
            assert_eq!(plain_text(markdown), words);
        }
    }

    #[test]
    fn a_short_text_is_its_own_preview() {
        let text = "x".repeat(EXCERPT_CHARS);
        assert_eq!(preview(&text), text);
        assert_eq!(preview("  No knock.  "), "No knock.");
        assert_eq!(preview(""), "");
    }

    #[test]
    fn passages_show_their_words_and_bars_show_blocks() {
        let sent = "The gate.\n:::level 3\nIt *opens*\n:::\nat {{4|night}}.\n:::withheld 5\n:::\n\nAsk {{withheld 5}}, **{{withheld 5}}**.";
        assert_eq!(preview(sent), "The gate. It opens at night. ███ Ask ███, ███.");
        assert_eq!(preview("{{withheld 4}} {{withheld 5}}\n\n:::withheld 5\n:::"), "███");
        assert_eq!(preview("{{name}} and :::"), "{{name}} and :::");
        assert_eq!(excerpt(&format!("{sent} {}", "end ".repeat(3000)), 19), "The gate. It opens…");
    }

    #[test]
    fn a_long_text_is_cut_at_a_word() {
        let shown = preview(&"seven ".repeat(60));
        assert_eq!(shown, format!("{}…", "seven ".repeat(33).trim_end()));
        let sentence = format!("{} end. {}", "x".repeat(150), "y".repeat(300));
        assert_eq!(preview(&sentence), format!("{} end…", "x".repeat(150)));
    }

    #[test]
    fn a_long_word_is_cut_between_characters_as_readers_see_them() {
        let family = "👩\u{200D}👩\u{200D}👧";
        let shown = preview(&family.repeat(100));
        assert_eq!(shown, format!("{}…", family.repeat(39)));
        let marked = "e\u{301}".repeat(300);
        assert_eq!(preview(&marked), format!("{}…", "e\u{301}".repeat(99)));
        let han = "設施".repeat(300);
        assert_eq!(preview(&han).chars().count(), EXCERPT_CHARS);
    }

    /// The head from which a preview is made must not be mistaken for the whole text.
    #[test]
    fn preview_of_a_longer_text_ends_with_an_ellipsis() {
        for text in ["x".repeat(4000), format!("{} {}", "[w](https://example.com/a)".repeat(160), "end ".repeat(100))] {
            assert_eq!(preview(&text), beginning(&plain_text(&text)));
            assert!(preview(&text).ends_with('…'), "{}", preview(&text));
        }
    }

    #[test]
    fn words_far_from_the_start_are_found() {
        let text = format!("[gate]: https://example.com/{}\n\nThe [gate].", "x".repeat(20_000));
        assert_eq!(preview(&text), "The gate.");
    }

    proptest! {
        #[test]
        fn preview_never_exceeds_its_maximum_length(text in "(\\PC|\n){0,900}") {
            let shown = preview(&text);
            prop_assert!(shown.chars().count() <= EXCERPT_CHARS);
            prop_assert!(!shown.contains('\n'));
            let plain = plain_text(&text);
            prop_assert_eq!(shown.ends_with('…') || shown == plain, true);
            prop_assert_eq!(beginning(&plain), shown);
        }

        #[test]
        fn text_without_markup_is_unchanged(text in "[a-z]{1,9}( [a-z]{1,9}){0,20}") {
            prop_assert_eq!(plain_text(&text), text);
        }
    }
}
