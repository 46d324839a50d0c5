//! HTML to Markdown, bounded: deep nesting would exhaust the stack of the parser's tree.

use std::rc::Rc;

use htmd::element_handler::{HandlerResult, Handlers};
use htmd::options::{BrStyle, BulletListMarker, HrStyle, Options};
use htmd::{Element, HtmlToMarkdown, Node};

use crate::wikis::find::{Finder, cut, from};
use crate::wikis::markdown::{escape, image};

const MAX_NESTING: usize = 120;
const MAX_DEPTH: usize = 300;
const MAX_WORK: usize = 1_000_000_000;
/// Of a tag: the parser looks for each of them among those before.
const MAX_ATTRIBUTES: usize = 1000;

/// Elements whose content holds no tags.
const RAW: [&str; 7] = ["script", "style", "textarea", "title", "xmp", "iframe", "noscript"];

const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Elements without an end tag, or whose end tag may be missing.
const OPEN: [&str; 25] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr", "p",
    "li", "td", "th", "tr", "dt", "dd", "option", "thead", "tbody", "!doctype",
];

/// How deep elements nest, rather too many than too few: only the end tag of the innermost one ends it. `usize::MAX`:
/// a tag has too many attributes.
fn nesting(html: &str) -> usize {
    let lower = html.to_ascii_lowercase();
    let mut finder = Finder::new(&lower);
    let mut stack: Vec<&str> = Vec::new();
    let (mut deepest, mut at) = (0, 0);
    while let Some(found) = from(&lower, at).find('<') {
        let start = at + found;
        let rest = from(&lower, start + 1);
        at = start + 1;
        if rest.starts_with("!--") {
            let ends = [finder.find("-->", start + 2), finder.find("--!>", start + 2)];
            at = ends.into_iter().flatten().min().map_or(lower.len(), |end| end + 3);
            continue;
        }
        let closing = rest.starts_with('/');
        let name = from(rest, usize::from(closing));
        let name = cut(name, 0, name.bytes().take_while(u8::is_ascii_alphanumeric).count());
        if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            continue;
        }
        let (end, attributes) = tag_end(&lower, start);
        at = end;
        if attributes > MAX_ATTRIBUTES {
            return usize::MAX;
        }
        if closing {
            if stack.last() == Some(&name) {
                stack.pop();
            }
        } else if RAW.contains(&name) {
            at = finder.find(&format!("</{name}"), at).unwrap_or(lower.len());
        } else if !OPEN.contains(&name) {
            stack.push(name);
            deepest = deepest.max(stack.len());
        }
    }
    deepest
}

/// After its `>`, which may stand in quotes before, and the number of its attributes, rather too many than too few.
fn tag_end(html: &str, start: usize) -> (usize, usize) {
    let (mut quote, mut after_equals, mut before, mut attributes) = (None, false, b' ', 0);
    for (at, byte) in from(html, start).bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return (start + at + 1, attributes),
            (None, b'"' | b'\'') if after_equals => quote = Some(byte),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
        let parts = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'');
        attributes += usize::from(quote.is_none() && parts(before) && !parts(byte));
        after_equals = byte == b'=' || after_equals && byte.is_ascii_whitespace();
        before = byte;
    }
    (html.len(), attributes)
}

/// What the parser made of it: how deep it is, and the squares of the numbers of children, because the converter looks
/// through the children of an element once for each of them.
fn measured(tree: &Rc<Node>) -> (usize, usize) {
    let mut open = vec![(Rc::clone(tree), 1)];
    let (mut deepest, mut work) = (0, 0_usize);
    while let Some((node, depth)) = open.pop() {
        deepest = deepest.max(depth);
        let children = node.children.borrow();
        work = work.saturating_add(children.len().saturating_mul(children.len()));
        open.extend(children.iter().map(|child| (Rc::clone(child), depth + 1)));
    }
    (deepest, work)
}

#[expect(clippy::needless_pass_by_value, clippy::unnecessary_wraps, reason = "the shape that the converter calls")]
/// Pictures keep their width; one that is written into the page itself leaves its description.
fn picture(_: &dyn Handlers, element: Element<'_>) -> Option<HandlerResult> {
    let value = |name: &str| {
        let found = element.attrs.iter().find(|attribute| &*attribute.name.local == name);
        found.map(|attribute| attribute.value.to_string()).unwrap_or_default()
    };
    let (source, words) = (value("src"), value("alt"));
    if source.is_empty() || source.starts_with("data:") {
        return Some(escape(&words, false).into());
    }
    let width = value("width").trim_end_matches("px").parse().ok();
    Some(image(&source, &words, width).into())
}

/// `Err` with the escaped text if the HTML is too deep or too long.
pub fn convert(html: &str) -> Result<String, String> {
    if html.len() > MAX_BYTES || nesting(html) > MAX_NESTING {
        return Err(escape(html, true));
    }
    let options = Options {
        hr_style: HrStyle::Dashes,
        br_style: BrStyle::Backslash,
        bullet_list_marker: BulletListMarker::Dash,
        ul_bullet_spacing: 1,
        ol_number_spacing: 1,
        ..Options::default()
    };
    let converter = HtmlToMarkdown::builder()
        .options(options)
        .add_handler(vec!["img"], picture)
        .skip_tags(vec!["script", "style", "head", "title", "iframe", "object", "noscript", "template"])
        .build();
    let tree = converter.html_to_tree(html).map_err(|_error| escape(html, true))?;
    let (depth, work) = measured(&tree);
    if depth > MAX_DEPTH || work > MAX_WORK {
        return Err(escape(html, true));
    }
    Ok(converter.tree_to_markdown(&tree).replace("\n- - -\n", "\n---\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_markdown() {
        let html = "<h2>A</h2><p>b <strong>c</strong> <a href=\"https://d.example/\">d</a></p><ul><li>e</li></ul>";
        assert_eq!(convert(html).expect("markdown"), "## A\n\nb **c** [d](https://d.example/)\n\n- e");
    }

    #[test]
    fn scripts_are_dropped() {
        assert_eq!(convert("a<script>alert(1)</script><style>b</style>").expect("markdown"), "a");
    }

    #[test]
    fn pictures_keep_their_width() {
        let html = "<img src=\"a.png\" alt=\"b\" width=\"200\"><img src=\"data:image/png;base64,xx\" alt=\"c\">";
        assert_eq!(convert(html).expect("markdown"), "![b|200](a.png)c");
    }

    #[test]
    fn deep_nesting_stays_text() {
        for part in [
            "<div>",
            "<div></b>",
            "<b><div></b>",
            "<div><!--</div>-->",
            "<div a='</div>'>",
            "<div><title></div></title>",
        ] {
            assert!(convert(&part.repeat(20_000)).is_err(), "{part}");
        }
    }

    #[test]
    fn too_many_attributes_stay_text() {
        let attributes = (0..300_000).map(|number| format!("a{number}")).collect::<Vec<_>>().join(" ");
        for tag in ["<p ", "</p ", "<p x' ", "<!-- --!><p "] {
            assert!(convert(&format!("{tag}{attributes}>")).is_err(), "{tag}");
        }
        let words = "word ".repeat(5000);
        assert_eq!(convert(&format!("<p title=\"{words}\">a</p>")).expect("markdown"), "a");
    }

    #[test]
    fn too_many_elements_side_by_side_stay_text() {
        assert!(convert(&"<i>a</i>".repeat(40_000)).is_err());
    }

    #[test]
    fn the_deepest_that_is_taken_is_converted() {
        let html = format!("{}a{}", "<div>".repeat(MAX_NESTING), "</div>".repeat(MAX_NESTING));
        assert_eq!(convert(&html).expect("markdown"), "a");
        let lists = format!("{}a{}", "<ul><li>".repeat(100), "</li></ul>".repeat(100));
        assert!(convert(&lists).expect("markdown").ends_with('a'));
    }
}
