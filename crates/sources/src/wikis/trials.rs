//! Texts that nobody would write: no converter may stop at them.

use proptest::prelude::*;

use crate::wikis::notes::Notes;

const PARTS: &[&str] = &[
    "[[",
    "]]",
    "[[[",
    "]]]",
    "{{",
    "}}",
    "{{{",
    "{|",
    "|}",
    "|-",
    "|",
    "||",
    "!",
    "!!",
    "''",
    "'''",
    "**",
    "//",
    "__",
    "--",
    "==",
    "\n",
    "\n\n",
    " ",
    "  * ",
    "  - ",
    "* ",
    "# ",
    ": ",
    "; ",
    "> ",
    "+ ",
    "^",
    "||~ ",
    "<ref>",
    "</ref>",
    "<ref name=a/>",
    "<nowiki>",
    "</nowiki>",
    "<pre>",
    "</pre>",
    "<code>",
    "</code>",
    "<!--",
    "-->",
    "<ul>",
    "<li>",
    "</ul>",
    "<table>",
    "<td>",
    "</table>",
    "<gallery>",
    "</gallery>",
    "<br>",
    "<b>",
    "</b>",
    "<div",
    ">",
    "((",
    "))",
    "%%",
    "~~A~~",
    "\\\\ ",
    "@@",
    "##a|",
    "##",
    "[[div]]",
    "[[/div]]",
    "[[code]]",
    "[[/code]]",
    "[[footnote]]",
    "[[/footnote]]",
    "[[include a |b=c]]",
    "[!--",
    "--]",
    "https://a.example/b",
    "[https://a.example w]",
    "File:a.png",
    "Category:x",
    "image a.png",
    "=",
    "#",
    "a",
    "ä",
    "\u{E000}1\u{E001}",
    "\u{E002}",
    "&nbsp;",
    "\"",
    "\t",
    "1. ",
    "-",
    "`",
    "\\",
    "__TOC__",
    " _\n",
    "\u{301}",
    "😀",
    "name=x|y=z",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::collection::vec(proptest::sample::select(PARTS), 0..120).prop_map(|parts| parts.concat()),
        "\\PC{0,200}",
    ]
}

fn all(text: &str) -> Vec<String> {
    let site = crate::wikis::mediawiki::wikitext::Site::default();
    let mut notes = Notes::new("p");
    vec![
        crate::wikis::mediawiki::wikitext::convert(text, "p", &site, &mut notes).markdown,
        crate::wikis::dokuwiki::converted(text, &mut notes),
        crate::wikis::wikidot::converted(text, &mut notes),
        crate::wikis::html::convert(text).unwrap_or_else(|text| text),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_text_can_be_converted(text in text()) {
        for markdown in all(&text).iter().take(3) {
            prop_assert!(!markdown.contains(['\u{E000}', '\u{E001}', '\u{E002}']), "{markdown:?}");
        }
    }

    #[test]
    fn words_are_never_lost(words in proptest::collection::vec("[a-z]{4,8}", 1..8)) {
        let text = words.join(" '' ");
        for markdown in all(&text) {
            for word in &words {
                prop_assert!(markdown.contains(word.as_str()), "{word} in {markdown:?}");
            }
        }
    }

    #[test]
    fn any_bytes_can_be_a_dump(cut in 0_usize..600, bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        let folder = tempfile::tempdir().expect("folder");
        let dump = "<mediawiki><siteinfo><namespaces><namespace \
            key=\"6\">F</namespace></namespaces></siteinfo><page><title>A\
            </title><ns>0</ns><redirect title=\"B\"/>\
            <revision><timestamp>x</timestamp><text>a &amp; b</text></revision></page>\
            <page><title>B</title><revision><text>c</text></revision></page></mediawiki>";
        let mut content = dump.as_bytes()[..cut.min(dump.len())].to_vec();
        content.extend(bytes);
        content.extend(&dump.as_bytes()[cut.min(dump.len())..]);
        std::fs::write(folder.path().join("d.xml"), content).expect("dump");
        if let Some(kind) = crate::wikis::recognize(folder.path()) {
            crate::wikis::read(folder.path(), kind, &mut |_, _| {}).expect("collection");
        }
    }
}

#[test]
fn texts_without_an_end_stay_bounded() {
    for part in PARTS {
        let text = part.repeat(4_000 / part.len());
        for markdown in all(&text).iter().take(3) {
            assert!(markdown.len() < 80_000, "{part:?}");
        }
    }
}

/// `part` over and over, a megabyte of it.
fn long(part: &str) -> String {
    part.repeat(1_000_000 / part.len())
}

/// A text that is read once for each beginning in it, instead of once, takes hours.
#[test]
fn hostile_wikitext_is_read_once() {
    for text in [
        format!("[[{}", long("a")),
        format!("{}\n]", long("[http://a ")),
        format!("{{|\n|+ a\n{}", long("|-\nx\n")),
        long("http://''"),
    ] {
        let site = crate::wikis::mediawiki::wikitext::Site::default();
        let converted = crate::wikis::mediawiki::wikitext::convert(&text, "p", &site, &mut Notes::quiet());
        assert!(converted.markdown.len() < 5_000_000);
    }
}

#[test]
fn hostile_text_of_dokuwiki_is_read_once() {
    for text in [long("<a"), long("http://''"), format!("{}>", long("@<a "))] {
        assert!(crate::wikis::dokuwiki::converted(&text, &mut Notes::quiet()).len() < 5_000_000);
    }
}

#[test]
fn hostile_text_of_wikidot_is_read_once() {
    for text in [format!("[[{}", long("a")), format!("{}\n\n]]]", long("[[[a")), long("@@a\n")] {
        assert!(crate::wikis::wikidot::converted(&text, &mut Notes::quiet()).len() < 5_000_000);
    }
}
