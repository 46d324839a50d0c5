//! Links between documents: `[[DOC-3fa9c1]]`, or `[[title]]` with a current or former title of a document. The title of
//! an incident report is its number.
//!
//! A link may name a heading of the document, and the words that it shows: `[[target#heading|words]]`. `[[#heading]]`
//! leads to a heading of the same text. Titles may contain these signs, so the whole label comes first; see
//! [`Link::targets`]. What a link shows does not depend on titles. The client follows the same rules
//! (`lib/linkLabel.ts`).

use crate::folding::ascii_signs;
use crate::label::ShortLabel;
use crate::markdown::{BREAK, Events, Kind, OPTIONS, is_mark, without_html};
use crate::portions::{BAR, cut, levels};
use crate::text::MAX_TITLE_CHARS;
use facility_kernel::{Clearance, DocumentId, nfc};
use pulldown_cmark::{Event, Parser};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Maximum number of different links in a text. Further links are ignored.
pub const MAX_LINKS: usize = 200;

const OPENING: &str = "[[";
const ENDING: &str = "]]";

/// Maximum length of a label in characters: a target, a heading and words.
const MAX_LABEL_CHARS: usize = 3 * MAX_TITLE_CHARS;

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
    /// What it may point to: the whole label, the part before its words, and the part before its heading. The first one
    /// that is a document counts.
    pub targets: Vec<Target>,
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

/// Returns the links of a Markdown text to documents in order, without duplicates, at most [`MAX_LINKS`]. Links in code
/// and in the words of other links are ignored.
pub fn links(markdown: &str) -> Vec<Link> {
    let mut found = Vec::new();
    if !markdown.contains(OPENING) {
        return found;
    }
    let markdown = &*without_html(markdown);
    let mut known = BTreeSet::new();
    for event in Events::new(markdown, Parser::new_ext(markdown, OPTIONS).into_offset_iter()) {
        let (Event::Text(text), Kind::Text) = event else { continue };
        for (_, label) in labels(&text) {
            let label = label.replace(is_mark, "");
            let targets = Label::of(&label).targets();
            if !targets.is_empty() && known.insert(label.clone()) {
                found.push(Link { label, targets });
            }
            if found.len() == MAX_LINKS {
                return found;
            }
        }
    }
    found
}

/// Returns a text with what its links show in place of them.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    let mut from = 0;
    let mut shown = String::new();
    for (range, label) in labels(text) {
        shown.push_str(text.get(from..range.start).unwrap_or_default());
        shown.push_str(Label::of(label).shown());
        from = range.end;
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    shown.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(shown)
}

/// Returns the links in a part of a text that is neither code nor interrupted by other markup: where they are, and
/// their labels.
fn labels(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + text.get(from..)?.find(OPENING)?;
            from = start + 1;
            let inside = text.get(start + OPENING.len()..)?;
            let Some(label) = label_in(inside) else { continue };
            from = start + OPENING.len() + label.len() + ENDING.len();
            return Some((start..from, label.trim()));
        }
    })
}

/// Returns the label at the start of a text after the opening brackets, if this is a link.
fn label_in(text: &str) -> Option<&str> {
    let (label, rest) = text.split_at_checked(text.find(['[', ']', '\n', BREAK, BAR])?)?;
    (rest.starts_with(ENDING) && Label::of(label.trim()).is_link()).then_some(label)
}

/// The parts of a label: `target#heading|words`. A separator counts if something is on both of its sides.
struct Label<'a> {
    whole: &'a str,
    /// The target and the heading.
    place: &'a str,
    /// The target without the heading. Empty for a heading of the same text.
    target: &'a str,
    shown: &'a str,
}

impl<'a> Label<'a> {
    fn of(whole: &'a str) -> Self {
        let (place, words) = whole.split_once('|').map_or((whole, ""), |(place, words)| (place.trim(), words.trim()));
        let parts = place.split_once('#').map(|(target, heading)| (target.trim(), heading.trim()));
        let (target, heading) = parts.filter(|(_, heading)| !heading.is_empty()).unwrap_or((place, ""));
        let is_here = target.is_empty() && !heading.is_empty();
        let shown = [words, if is_here { heading } else { place }, whole].into_iter().find(|part| !part.is_empty());
        Self { whole, place, target, shown: shown.unwrap_or(whole) }
    }

    const fn shown(&self) -> &'a str {
        self.shown
    }

    /// Whether it leads to a heading of the same text.
    const fn is_here(&self) -> bool {
        self.target.is_empty() && !self.place.is_empty()
    }

    fn is_link(&self) -> bool {
        let is_short = self.whole.chars().nth(MAX_LABEL_CHARS).is_none();
        is_short && (self.is_here() || self.names().next().is_some())
    }

    /// Returns what may be a title.
    fn names(&self) -> impl Iterator<Item = &'a str> {
        let names = if self.is_here() { [""; 3] } else { [self.whole, self.place, self.target] };
        names.into_iter().filter(|name| !name.is_empty() && name.chars().nth(MAX_TITLE_CHARS).is_none())
    }

    fn targets(&self) -> Vec<Target> {
        let mut targets: Vec<Target> = self.names().map(Target::of).collect();
        targets.dedup();
        targets
    }
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
            read = links(&cut(content, reader).text)
                .into_iter()
                .flat_map(|link| link.targets)
                .map(Target::stored)
                .collect();
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
    fn link_may_lead_to_the_whole_label_or_to_its_target_alone() {
        let keys = |label: &str| {
            let found = links(&format!("[[{label}]]"));
            let targets = found.into_iter().flat_map(|link| link.targets);
            targets.map(|target| target.key()).collect::<Vec<_>>()
        };
        assert_eq!(keys("The Gate|the door"), ["=the gate|the door", "=the gate"]);
        assert_eq!(keys("The Gate # Keys|a|b"), ["=the gate # keys|a|b", "=the gate # keys", "=the gate"]);
        assert_eq!(keys("DOC-3fa9c1#Keys"), ["=doc-3fa9c1#keys", "#3fa9c1"]);
        for whole in ["c#", "#", "|words"] {
            assert_eq!(keys(whole), [format!("={whole}")], "{whole}");
        }
        assert_eq!(keys("The Gate|"), ["=the gate|", "=the gate"]);
        // No title is so long.
        assert_eq!(keys(&format!("a|{}", "b".repeat(MAX_TITLE_CHARS))), ["=a"]);
        let found = targets("[[a#b|c]] [[#d]]", level(5));
        assert_eq!(found.keys().map(Target::key).collect::<Vec<_>>(), ["=a", "=a#b", "=a#b|c"]);
    }

    #[test]
    fn heading_of_the_same_text_is_no_link_to_a_document() {
        assert!(labels("[[#Keys]] [[ # Keys|the keys]]").is_empty());
    }

    #[test]
    fn labels_are_read_as_they_are_shown() {
        assert_eq!(labels("| [[a\\|b]] | [[c|d]] |\n|---|---|---|\n"), ["a|b"]);
        assert_eq!(labels("[[AT&amp;T]] [[a *b*]] [[[c]]](https://example.com) [x [[d]]](e) ![[[f]]](g)"), ["AT&T"]);
        assert_eq!(labels("[[a\u{1f}]] [[b<br>c]]"), Vec::<String>::new());
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
