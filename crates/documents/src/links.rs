//! Links between documents: `[[DOC-3fa9c1]]`, or `[[title]]` with a current or former title of a document. The title of
//! an incident report is its number.

use crate::folding::ascii_signs;
use crate::label::ShortLabel;
use crate::markdown::{Code, OPTIONS, is_escaped, is_mark, without_html};
use crate::portions::{cut, levels};
use crate::text::MAX_TITLE_CHARS;
use facility_kernel::{Clearance, DocumentId, nfc};
use pulldown_cmark::Parser;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Maximum number of different links in a text. Further links are ignored.
pub const MAX_LINKS: usize = 200;

const OPENING: &str = "[[";
const ENDING: &str = "]]";

/// What a link points to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// A document, by the first digits of its id.
    Label(ShortLabel),
    /// A document, by its title: the [`title_key`], or one of its [`title_keys`].
    Title(String),
}

impl Target {
    fn of(label: &str) -> Self {
        let is_label = label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("doc-"));
        match ShortLabel::parse(label).filter(|_| is_label) {
            Some(label) => Self::Label(label),
            None => Self::Title(typed_key(label)),
        }
    }

    fn stored(self) -> Self {
        match self {
            Self::Title(key) => Self::Title(title_key(&key)),
            label @ Self::Label(_) => label,
        }
    }

    /// Returns the labels that point to the document with this id.
    pub fn of_id(id: DocumentId) -> Vec<Self> {
        let digits = id.as_uuid().simple().to_string();
        let labels = (ShortLabel::MIN_DIGITS..=ShortLabel::MAX_DIGITS).filter_map(|length| digits.get(..length));
        labels.filter_map(ShortLabel::parse).map(Self::Label).collect()
    }

    /// Returns the key under which the target is stored. Different targets have different keys.
    pub fn key(&self) -> String {
        match self {
            Self::Label(label) => format!("#{}", label.as_prefix()),
            Self::Title(title) => format!("={title}"),
        }
    }
}

/// Returns the key by which titles are compared. It ignores case, the width of blanks, the normal form, and typographic
/// variants of ASCII characters.
pub fn title_key(title: &str) -> String {
    typed_key(&ascii_signs(&nfc(title)).replace('\u{2026}', "..."))
}

/// Returns the keys under which a title is stored: [`title_key`], and the form with the original characters, which
/// older links use.
pub fn title_keys(title: &str) -> BTreeSet<String> {
    BTreeSet::from([title_key(title), typed_key(title)])
}

fn typed_key(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A link in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The text between the brackets, without surrounding blanks.
    pub label: String,
    pub target: Target,
}

/// The document to which a link leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkedRecord {
    pub id: DocumentId,
    /// Its current title.
    pub title: String,
    /// The level required to open it.
    pub clearance: Clearance,
}

/// A link as one reader sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedLink {
    /// The text between the brackets.
    pub label: String,
    /// The document to which it leads. `None` if there is none that the reader may see.
    pub record: Option<LinkedRecord>,
}

/// Returns the links of a Markdown text in order, without duplicates, at most [`MAX_LINKS`]. Links in code are
/// ignored.
pub fn links(markdown: &str) -> Vec<Link> {
    if !markdown.contains(OPENING) {
        return Vec::new();
    }
    let markdown = &*without_html(markdown);
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    let mut apart = code_in(markdown).into_iter().peekable();
    let mut from = 0;
    while let Some(start) = find_from(markdown, from, OPENING) {
        from = start + 1;
        while apart.next_if(|range| range.end <= start).is_some() {}
        if apart.peek().is_some_and(|range| range.start <= start) || is_escaped(markdown, start) {
            continue;
        }
        let Some(label) = label_at(markdown, start + OPENING.len()) else { continue };
        from = start + OPENING.len() + label.len() + ENDING.len();
        let label = label.trim().replace(is_mark, "");
        if known.insert(label.clone()) {
            found.push(Link { target: Target::of(&label), label });
        }
        if found.len() == MAX_LINKS {
            break;
        }
    }
    found
}

/// Returns the link targets in a content of this level, each with the set of levels whose readers see the link, as a
/// bit mask (see [`bit`]).
pub fn targets(content: &str, record: Clearance) -> BTreeMap<Target, u8> {
    let mut found = BTreeMap::new();
    if !content.contains(OPENING) {
        return found;
    }
    let changes = levels(content);
    let mut read: Vec<Target> = Vec::new();
    for reader in Clearance::all().filter(|reader| *reader >= record) {
        if reader == record || changes.contains(&reader) {
            read = links(&cut(content, reader).text).into_iter().map(|link| link.target.stored()).collect();
        }
        for target in &read {
            *found.entry(target.clone()).or_default() |= bit(reader);
        }
    }
    found
}

/// Returns the bit of a level in the masks of [`targets`].
pub const fn bit(level: Clearance) -> u8 {
    1 << level.level()
}

fn find_from(text: &str, from: usize, pattern: &str) -> Option<usize> {
    text.get(from..)?.find(pattern).map(|at| from + at)
}

/// Returns the text from here to the end of the link, if this is a link. Reads no further than the maximum length of a
/// label.
fn label_at(markdown: &str, start: usize) -> Option<&str> {
    let rest = markdown.get(start..)?;
    let mut shown = rest.char_indices().filter(|(_, c)| !is_mark(*c)).take(MAX_TITLE_CHARS + 1);
    let (length, end) = shown.find(|(_, c)| matches!(c, '[' | ']' | '\n' | '\r'))?;
    let label = rest.get(..length)?;
    let is_ended = end == ']' && rest.get(length..)?.starts_with(ENDING);
    (is_ended && !label.trim().is_empty()).then_some(label)
}

/// Returns the ranges of code in ascending order.
fn code_in(markdown: &str) -> Vec<Range<usize>> {
    let mut code = Code::default();
    let events = Parser::new_ext(markdown, OPTIONS).into_offset_iter();
    let mut found: Vec<_> = events.filter_map(|(event, range)| code.includes(&event).then_some(range)).collect();
    found.sort_by_key(|range| range.start);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    fn labels(markdown: &str) -> Vec<String> {
        links(markdown).into_iter().map(|link| link.label).collect()
    }

    #[test]
    fn links_are_found_in_text_and_not_in_code() {
        let text = "See [[DOC-3FA9c1]] and [[ The Red Door ]], **[[IR-000123]]**, [[The Red Door]].\n\n- `[[code]]`\n\n```\n[[block]]\n```\n\n\
            \\[[escaped]] [[]] [[ ]] [[two\nlines]] [[[nested]] {{3|[[inside]]}} <b title=\"[[tag]]\">[[<b>é]]</b>";
        let found = ["DOC-3FA9c1", "The Red Door", "IR-000123", "nested", "inside", "tag", "<b>é"];
        assert_eq!(labels(text), found);
        assert!(labels("[one](two) and [three]").is_empty());
        assert!(labels(&format!("[[{}]]", "x".repeat(MAX_TITLE_CHARS + 1))).is_empty());
        assert_eq!(labels(&"[[".repeat(100_000)).len(), 0);
        let many = (0..300).map(|n| format!("[[{n}]]")).collect::<Vec<_>>().join(" ");
        assert_eq!(labels(&many).len(), MAX_LINKS);
    }

    #[test]
    fn target_is_a_label_or_a_title() {
        let key = |label| Target::of(label).key();
        assert_eq!(key("doc-3FA9C1"), "#3fa9c1");
        assert_eq!(key("DOC-3fa"), "=doc-3fa");
        assert_eq!(key("3fa9c1"), "=3fa9c1");
        assert_eq!(key("The  RED Door"), "=the red door");
        let id = DocumentId::from_uuid(facility_kernel::testing::numbered(1));
        let keys: Vec<String> = Target::of_id(id).iter().map(Target::key).collect();
        assert_eq!((keys.len(), keys.first().unwrap().as_str()), (9, "#0000"));
        assert!(keys.contains(&key("DOC-000000000000")));
    }

    #[test]
    fn title_is_the_same_in_every_normal_form_and_with_every_sign() {
        let ascii = "don't \"open\" the red-door...";
        for title in ["Don\u{2019}t \u{201C}open\u{201D} the\u{A0}red\u{2013}door\u{2026}", ascii] {
            assert_eq!(title_key(title), ascii, "{title}");
        }
        assert_eq!(title_key("Cafe\u{301}"), title_key("CAF\u{C9}"));
        assert_eq!(title_keys("Don\u{2019}t").into_iter().collect::<Vec<_>>(), ["don't", "don\u{2019}t"]);
        assert_eq!(title_keys("Plain").len(), 1);
        let found = targets("[[Don't]] and [[Don\u{2019}t]]", level(1));
        assert_eq!(found.keys().map(Target::key).collect::<Vec<_>>(), ["=don't"]);
    }

    #[test]
    fn link_belongs_to_the_levels_that_read_it() {
        let text = "[[a]] {{3|[[b]] and [[a]]}}\n:::level 5\n[[c]]\n:::\n";
        let found: Vec<(String, u8)> =
            targets(text, level(2)).into_iter().map(|(target, levels)| (target.key(), levels)).collect();
        assert_eq!(found, [("=a".to_owned(), 0b11_1100), ("=b".to_owned(), 0b11_1000), ("=c".to_owned(), 0b10_0000)]);
        assert_eq!(bit(level(5)), 0b10_0000);
    }
}
