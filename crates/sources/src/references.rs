//! Links and pictures in Markdown, and how they are replaced.

use crate::paths::decoded;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Extensions of CommonMark.
pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_TASKLISTS);

/// Maximum number of bytes of the words, and of the address, of a link whose address a site generator makes.
const MAX_TEMPLATED: usize = 2000;

/// How a reference is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `[[target|words]]`
    Wiki,
    /// `[words](target)`
    Inline,
}

/// A link or a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reference {
    pub(crate) form: Form,
    /// Whether it shows its target: `![…]`.
    pub(crate) is_embedded: bool,
    /// Without the part after `#`.
    pub(crate) target: String,
    /// The part after `#`.
    pub(crate) anchor: Option<String>,
    /// What is shown, without markup. Empty if the source shows the target.
    pub(crate) words: String,
    /// Width of a picture in pixels.
    pub(crate) width: Option<u32>,
    pub(crate) is_in_table: bool,
    pub(crate) range: Range<usize>,
}

/// A link or a picture of CommonMark whose end was not reached yet.
struct Open {
    range: Range<usize>,
    target: String,
    words: String,
    is_embedded: bool,
    /// Whether it shows a picture, and so cannot become a link of this product.
    has_picture: bool,
}

/// Returns the links and pictures of a text that are not code and not addresses elsewhere, in order. None contains
/// another.
pub(crate) fn references(markdown: &str) -> Vec<Reference> {
    if !markdown.contains('[') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (mut open, mut code, mut tables): (Vec<Open>, Vec<Range<usize>>, Vec<Range<usize>>) = Default::default();
    let mut is_code = false;
    for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Start(Tag::Table(_)) => tables.push(range),
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                let is_address = matches!(link_type, LinkType::Autolink | LinkType::Email);
                let target = if is_address { String::new() } else { dest_url.into_string() };
                open.push(Open { range, target, words: String::new(), is_embedded: false, has_picture: false });
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                if let Some(outer) = open.last_mut() {
                    outer.has_picture = true;
                }
                let target = dest_url.into_string();
                open.push(Open { range, target, words: String::new(), is_embedded: true, has_picture: false });
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                let Some(closed) = open.pop() else { continue };
                if let Some(outer) = open.last_mut().filter(|outer| !outer.has_picture && !closed.has_picture) {
                    outer.words.push_str(&closed.words);
                }
                if !closed.has_picture && is_internal(&closed.target) {
                    found.push(inline(closed));
                }
            }
            Event::Code(text) => {
                add_words(&mut open, &text);
                code.push(range);
            }
            Event::Text(_) if is_code => code.push(range),
            Event::Text(text) => add_words(&mut open, &text),
            Event::SoftBreak | Event::HardBreak => add_words(&mut open, " "),
            _ => {}
        }
    }
    code.sort_by_key(|range| range.start);
    wiki_links(markdown, &code, &mut found);
    templated_links(markdown, &code, &mut found);
    found.sort_by_key(|reference| reference.range.start);
    let mut end = 0;
    found.retain(|reference| {
        let is_free = reference.range.start >= end;
        end = if is_free { reference.range.end } else { end };
        is_free
    });
    for reference in &mut found {
        reference.is_in_table = is_within(&tables, reference.range.start);
    }
    found
}

fn add_words(open: &mut [Open], words: &str) {
    if let Some(innermost) = open.last_mut() {
        innermost.words.push_str(words);
    }
}

/// Whether an address is a path in the source.
fn is_internal(address: &str) -> bool {
    let is_elsewhere = address.starts_with("//") || scheme(address).is_some();
    !address.is_empty() && !is_elsewhere
}

fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let is_scheme = scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then_some(scheme)
}

fn inline(Open { range, target, words, is_embedded, .. }: Open) -> Reference {
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(decoded(anchor))),
        None => (target.as_str(), None),
    };
    let path = decoded(path.split('?').next().unwrap_or(path));
    let (words, width) = if is_embedded { with_width(words) } else { (words, None) };
    Reference { form: Form::Inline, is_embedded, target: path, anchor, words, width, is_in_table: false, range }
}

/// Splits the width off a description: `alt|200`, or `alt|200x100`.
fn with_width(words: String) -> (String, Option<u32>) {
    let width = |text: &str| text.trim().split('x').next().and_then(|digits| digits.parse::<u32>().ok());
    if let Some((before, after)) = words.rsplit_once('|') {
        if let Some(width) = width(after) {
            return (before.to_owned(), Some(width));
        }
    } else if let Some(width) = width(&words) {
        return (String::new(), Some(width));
    }
    (words, None)
}

/// Adds the links between double brackets.
fn wiki_links(markdown: &str, code: &[Range<usize>], found: &mut Vec<Reference>) {
    let mut from = 0;
    while let Some(at) = markdown.get(from..).and_then(|rest| rest.find("[[")).map(|at| from + at) {
        from = at + 2;
        if is_within(code, at) || is_escaped(markdown, at) {
            continue;
        }
        let rest = markdown.get(at + 2..).unwrap_or_default();
        let Some(length) =
            rest.find(['[', ']', '\n']).filter(|end| rest.get(*end..).is_some_and(|end| end.starts_with("]]")))
        else {
            continue;
        };
        let inside = rest.get(..length).unwrap_or_default().replace("\\|", "|");
        let end = at + 2 + length + 2;
        // `[[words](address)` and the like belong to CommonMark.
        if inside.trim().is_empty() || markdown.get(end..).is_some_and(|rest| rest.starts_with('(')) {
            continue;
        }
        let is_embedded = markdown.get(..at).is_some_and(|before| before.ends_with('!') && !is_escaped(before, at - 1));
        let start = if is_embedded { at - 1 } else { at };
        let (target, words) = inside.split_once('|').map_or((&*inside, ""), |(target, words)| (target, words));
        let (path, anchor) =
            target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor.trim())));
        let (words, width) = if is_embedded { with_width(words.to_owned()) } else { (words.to_owned(), None) };
        found.push(Reference {
            form: Form::Wiki,
            is_embedded,
            target: path.trim().replace('\\', "/"),
            // An anchor of a paragraph has no counterpart here.
            anchor: anchor.filter(|anchor| !anchor.starts_with('^')).map(str::to_owned),
            words: words.trim().to_owned(),
            width,
            is_in_table: false,
            range: start..end,
        });
        from = end;
    }
}

/// Adds the links whose address a site generator makes: `[words]({{< ref "page" >}})`, `[words]({% link page.md %})`.
fn templated_links(markdown: &str, code: &[Range<usize>], found: &mut Vec<Reference>) {
    for opening in ["]({{", "]({%"] {
        for (at, _) in markdown.match_indices(opening) {
            let inside_start = at + 2;
            let line = markdown.get(inside_start..markdown.floor_char_boundary(inside_start + MAX_TEMPLATED));
            let line = line.and_then(|line| line.lines().next()).unwrap_or_default();
            let closing = ["}})", "%})", "/)", ")"].iter().find_map(|end| Some(line.find(end)? + end.len() - 1));
            let (Some(length), false) = (closing, is_within(code, at)) else { continue };
            let first = markdown.floor_char_boundary(at.saturating_sub(MAX_TEMPLATED));
            let Some((_, words)) = markdown.get(first..at).and_then(|before| before.rsplit_once('[')) else { continue };
            let Some(target) = templated(line.get(..length).unwrap_or_default()).filter(|_| !words.contains('\n'))
            else {
                continue;
            };
            let range = at - words.len() - 1..inside_start + length + 1;
            let words = words.replace(['`', '*'], "");
            found.push(Reference {
                range,
                ..inline(Open { range: 0..0, target, words, is_embedded: false, has_picture: false })
            });
        }
    }
}

/// Returns the path in the address of a template.
fn templated(address: &str) -> Option<String> {
    let words: Vec<&str> = address.split(|c: char| c.is_whitespace() || "{}<>%()|".contains(c)).collect();
    let verb = words.iter().position(|word| matches!(*word, "ref" | "relref" | "link" | "post_url" | "site.baseurl"));
    let after = words.iter().skip(verb.map_or(0, |at| at + 1));
    let path = after
        .map(|word| word.trim_matches(['"', '\'', '`']))
        .find(|word| word.contains('/') || word.contains('.') || verb.is_some() && !word.is_empty())?;
    Some(path.to_owned())
}

fn is_within(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).is_some_and(|range| range.start <= at)
}

/// Whether an odd number of backslashes precedes this position.
fn is_escaped(markdown: &str, at: usize) -> bool {
    let before = markdown.as_bytes().get(..at).unwrap_or_default();
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// Replaces the references for which `replace` returns a text.
pub(crate) fn replaced(markdown: &str, mut replace: impl FnMut(&Reference) -> Option<String>) -> String {
    let mut text = String::with_capacity(markdown.len() + 64);
    let mut from = 0;
    for reference in references(markdown) {
        if let Some(new) = replace(&reference) {
            text.push_str(markdown.get(from..reference.range.start).unwrap_or_default());
            text.push_str(&new);
            from = reference.range.end;
        }
    }
    text.push_str(markdown.get(from..).unwrap_or_default());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(markdown: &str) -> Vec<String> {
        let shown = |one: Reference| {
            let anchor = one.anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
            let width = one.width.map(|width| format!(" {width}")).unwrap_or_default();
            let mark = if one.is_embedded { "!" } else { "" };
            format!("{mark}{}{anchor}|{}{width}", one.target, one.words)
        };
        references(markdown).into_iter().map(shown).collect()
    }

    #[test]
    fn links_of_every_form_are_found() {
        for (text, expected) in [
            ("[[The Red Door]] and [[people/bray|Old **Bray**]]", vec!["The Red Door|", "people/bray|Old **Bray**"]),
            ("[[Door#Hinge]] [[#Hinge]] [[Door#^a1]]", vec!["Door#Hinge|", "#Hinge|", "Door|"]),
            ("[`code` **words**](../a%20b.md#x \"Title\")", vec!["../a b.md#x|code words"]),
            ("[one][1] [two]\n\n[1]: a.md\n[two]: b.md#c", vec!["a.md|one", "b.md#c|two"]),
            ("![[map.png|200]] ![[map.png|A map|300x200]]", vec!["!map.png| 200", "!map.png|A map 300"]),
            ("![alt|200](img/a.png) ![](b.png)", vec!["!img/a.png|alt 200", "!b.png|"]),
            ("[![alt](a.png)](b.md)", vec!["!a.png|alt"]),
            ("| a |\n|---|\n| [[Door\\|words]] |", vec!["Door|words"]),
            (
                "[x]({{< ref \"a/b.md#c\" >}}) [y]({% link _docs/z.md %}) [z]({{ site.baseurl }}/w/)",
                vec!["a/b.md#c|x", "_docs/z.md|y", "/w/|z"],
            ),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn code_and_other_sites_have_no_references() {
        for text in [
            "`[[code]]` and\n\n```\n[[block]] [a](b.md)\n```\n",
            "[a](https://example.org) <https://example.org> [b](mailto:a@example.org) [c](//example.org/x)",
            "\\[[escaped]] [[]] [[two\nlines]] [one] [[two](xy:z)",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    /// A text that is read once for each beginning in it, instead of once, takes hours.
    #[test]
    fn hostile_text_is_read_once() {
        let long = |part: &str| part.repeat(2_000_000 / part.len());
        for (text, found) in [
            (long("|a|\n|-|\n[[a]]\n\n"), 2_000_000 / 15),
            (long("]({{ ref"), 0),
            (format!("[a]{}", long("]({{ ")), 0),
            (format!("{}{}", "![".repeat(300_000), "](x)".repeat(300_000)), 1),
        ] {
            assert_eq!(references(&text).len(), found, "{text:.20}");
        }
    }

    #[test]
    fn what_is_replaced_leaves_the_rest_as_it_is() {
        let text = "a [[b]] `[[c]]` [d](e.md)\n";
        let new = replaced(text, |reference| (reference.target == "e.md").then(|| "[[DOC-1|d]]".to_owned()));
        assert_eq!(new, "a [[b]] `[[c]]` [[DOC-1|d]]\n");
    }
}
