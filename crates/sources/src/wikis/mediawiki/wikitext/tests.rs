//! Wikitext as Markdown.

use super::*;
use crate::collection::NO_FILE;

fn site() -> Site {
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let mut files = FileIndex::default();
    files.add(&["Door.png"], "images/a/ab/Door.png".to_owned(), std::path::PathBuf::from("/x/Door.png"));
    files.add(&["Plan.pdf"], "images/Plan.pdf".to_owned(), std::path::PathBuf::from("/x/Plan.pdf"));
    Site {
        file_names: set(&["file", "image", "datei"]),
        category_names: set(&["category", "kategorie"]),
        namespaces: set(&["file", "category", "help"]),
        case_sensitive: false,
        files,
    }
}

fn converted(text: &str) -> (Converted, Vec<crate::collection::Finding>) {
    let mut notes = Notes::new("Page");
    let converted = convert(text, "Base", &site(), &mut notes);
    (converted, notes.into_findings())
}

fn markdown(text: &str) -> String {
    converted(text).0.markdown
}

fn causes(text: &str) -> Vec<(&'static str, Option<usize>)> {
    converted(text).1.iter().map(|finding| (finding.cause, finding.line)).collect()
}

#[test]
fn headings_keep_their_level() {
    assert_eq!(markdown("== A ==\n===B===\ntext\n= x"), "## A\n\n### B\n\ntext\n= x");
}

#[test]
fn bold_and_italic_nest() {
    assert_eq!(markdown("''a'' '''b''' '''''c''''' '''d ''e'' f'''"), "*a* **b** ***c*** **d *e* f**");
}

#[test]
fn emphasis_ends_with_its_line() {
    assert_eq!(markdown("'''a\nb"), "**a**\nb");
}

#[test]
fn an_odd_bold_mark_is_an_apostrophe() {
    assert_eq!(markdown("l'''amour'' '''a'''"), "l'*amour* **a**");
}

#[test]
fn an_exclamation_mark_makes_no_picture_of_a_link() {
    assert_eq!(markdown("a! [[Door]] b![[Door]]!"), "a! [[Door]] b\\![[Door]]!");
}

#[test]
fn lists_nest() {
    assert_eq!(markdown("* a\n** b\n*# c\n# d"), "- a\n  - b\n  1. c\n\n1. d");
}

#[test]
fn definitions_are_a_list_of_terms() {
    assert_eq!(markdown("; term : meaning\n: more"), "- **term**\n  - meaning\n  - more");
}

#[test]
fn indented_lines_are_quoted() {
    assert_eq!(markdown(": a\n:: b"), "> a\n>\n> > b");
}

#[test]
fn links_between_pages_keep_words_and_headings() {
    assert_eq!(
        markdown("[[red door]] [[Red Door|the door]]s [[Red_Door#The stair|x]] [[#Here]] [[/Sub]] [[Help:A (b)|]]"),
        "[[Red door|red door]] [[Red Door|the doors]] [[Red Door#The stair|x]] [[#Here]] [[Base/Sub|/Sub]] \
            [[Help:A (b)|A]]"
    );
}

#[test]
fn categories_become_tags() {
    let (converted, _) = converted("a\n[[Category:red things|sort]]\n[[Kategorie:B]]\n[[:Category:C]]");
    assert_eq!(converted.tags, ["Red things", "B"]);
    assert_eq!(converted.markdown, "a\n[[Category:C]]");
}

#[test]
fn outside_links_keep_their_address() {
    assert_eq!(
        markdown("[https://a.example/b_c_d words ''x''] https://a.example/x_y. [https://a.example]"),
        "[words *x*](https://a.example/b_c_d) <https://a.example/x_y>. <https://a.example>"
    );
}

#[test]
fn pictures_keep_caption_and_width() {
    assert_eq!(
        markdown("[[File:door.png|thumb|200px|The [[Red Door|door]] ''itself'']]"),
        "![The door itself|200](images/a/ab/Door.png)"
    );
}

#[test]
fn other_files_are_links() {
    assert_eq!(markdown("[[Media:Plan.pdf|the plan]]"), "[the plan](images/Plan.pdf)");
}

#[test]
fn a_file_that_is_missing_is_found() {
    assert_eq!(causes("a\n[[File:gone.png]]"), [(NO_FILE, Some(2))]);
}

#[test]
fn galleries_are_pictures() {
    assert_eq!(markdown("<gallery>\nFile:Door.png|a door\n</gallery>"), "![a door](images/a/ab/Door.png)");
}

#[test]
fn tables_keep_headers_and_cells() {
    let text = "{| class=\"wikitable\"\n|+ Doors\n! Name !! Color\n|-\n| style=\"x\" | A || [[Red|r]]\n|-\n| \
            B\n| two\nlines\n|}";
    assert_eq!(markdown(text), "**Doors**\n\n| Name | Color |\n| --- | --- |\n| A | [[Red\\|r]] |\n| B | two lines |");
}

#[test]
fn merged_cells_are_found() {
    assert_eq!(causes("{|\n| colspan=2 | a\n|}"), [("table cells over several rows or columns, now single", Some(1))]);
}

#[test]
fn notes_stand_at_the_end() {
    assert_eq!(
        markdown("a<ref name=\"x\">One ''two''.</ref> b<ref name=x /> c<ref>3</ref>\n<references />"),
        "a[^1] b[^1] c[^2]\n\n[^1]: One *two*.\n\n[^2]: 3"
    );
}

#[test]
fn comments_are_dropped_and_found() {
    assert_eq!(markdown("a<!-- x\ny -->b\n<!-- z -->\nc"), "ab\nc");
    assert_eq!(causes("a\n<!-- x -->"), [("comment left out", Some(2))]);
}

#[test]
fn nowiki_is_text() {
    assert_eq!(markdown("<nowiki>''a'' [[b]] {{c}} *d*</nowiki>"), r"''a'' \[\[b\]\] {{c}} \*d\*");
}

#[test]
fn code_is_code() {
    assert_eq!(
        markdown(
            "<pre>\na  ''b''\n</pre>\n<syntaxhighlight lang=\"rust\">\nfn a() \
            {}\n</syntaxhighlight>\n<code>x_y</code>\n\n a\n b"
        ),
        "```\na  ''b''\n```\n\n```rust\nfn a() {}\n```\n\n`x_y`\n\n```\na\nb\n```"
    );
}

#[test]
fn an_infobox_becomes_a_list_of_its_values() {
    let text = "{{Infobox door\n| name = Red [[Door]]\n| empty =\n| image = [[File:Door.png|50px]]\n}}\nText.";
    assert_eq!(
        markdown(text),
        "**Infobox door**\n\n- name: Red [[Door]]\n- image: ![|50](images/a/ab/Door.png)\n\nText."
    );
    assert_eq!(causes(text), [("template shown as text", Some(1))]);
}

#[test]
fn a_value_that_is_the_name_of_a_picture_is_a_picture() {
    assert_eq!(markdown("{{Box\n| image = door.png\n}}"), "**Box**\n\n- image: ![](images/a/ab/Door.png)");
}

#[test]
fn other_templates_stay_as_code() {
    assert_eq!(markdown("a {{b|c|{{d}}}} e"), "a `{{b|c|{{d}}}}` e");
}

#[test]
fn values_of_the_wiki_are_filled_in() {
    assert_eq!(markdown("{{PAGENAME}}{{DEFAULTSORT:x}} __NOTOC__ a{{!}}b"), "Base  a|b");
}

#[test]
fn parser_functions_stay_as_code() {
    assert_eq!(causes("{{#if:a|b|c}}"), [("parser function shown as text", Some(1))]);
    assert_eq!(markdown("{{#if:a|b|c}}"), "`{{#if:a|b|c}}`");
}

#[test]
fn html_marks_become_markdown() {
    assert_eq!(markdown("<b>a</b> <i>b</i> <s>c</s> d<br />e H<sub>2</sub>O"), "**a** *b* ~~c~~ d\\\ne H2O");
}

#[test]
fn html_blocks_become_markdown_with_the_wiki_markup_in_them() {
    assert_eq!(markdown("<ul><li>a [[b|c]]</li><li>''d''</li></ul>"), "- a [[B|c]]\n- *d*");
}

#[test]
fn unknown_tags_stay_visible() {
    assert_eq!(markdown("a <widget x=1>"), r"a \<widget x=1>");
    assert_eq!(causes("a <widget x=1>"), [("tag shown as text", Some(1))]);
}

#[test]
fn links_to_other_wikis_leave_their_words() {
    assert_eq!(markdown("[[w:Door|a door]] [[de:Tür]]"), "a door de:Tür");
}

#[test]
fn accidental_markdown_is_escaped() {
    assert_eq!(markdown("a *b* `c` > d\n> e\n1. f"), "a \\*b\\* \\`c\\` > d\n\\> e\n1\\. f");
}

#[test]
fn lines_of_findings_count_what_was_taken_out() {
    assert_eq!(
        causes("<pre>\n\n</pre>\n{{x\n}}\n<widget>\n[[File:no.png]]"),
        [("template shown as text", Some(4)), ("tag shown as text", Some(6)), (NO_FILE, Some(7))]
    );
}

#[test]
fn nesting_has_a_bound() {
    for text in [
        "{{a|".repeat(4_000),
        "[[a|".repeat(4_000),
        "{|\n|\n".repeat(1_000),
        format!("{}{}", "[[a|".repeat(1_000), "]]".repeat(1_000)),
        format!("{}{}", "{{a|b=\n".repeat(1_000), "\n}}".repeat(1_000)),
        "<ref>".repeat(4_000),
        "<ul>".repeat(4_000),
        "<div><blockquote>".repeat(2_000),
        "'''''a''".repeat(4_000),
        "[http://a ".repeat(4_000),
        "*".repeat(10_000),
        "<!--".repeat(4_000),
    ] {
        assert!(markdown(&text).len() < text.len() * 40, "{}", &text[..20]);
    }
}
