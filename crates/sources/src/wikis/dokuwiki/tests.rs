//! Exports of DokuWiki as pages.

use crate::collection::NO_FILE;
use std::fs;
use std::io::Write;

use super::*;
use crate::wikis::notes::Notes;

fn converted(text: &str) -> (String, Vec<String>, Vec<Finding>) {
    let mut wiki = Wiki { pages: ["doors:red", "doors:start"].map(str::to_owned).into(), ..Wiki::default() };
    wiki.files.add(&["doors:a.png"], "media/doors/a.png".to_owned(), PathBuf::from("/x"));
    let mut notes = Notes::new("p");
    let converted = convert(&wiki, "doors:here", text, &mut notes);
    (converted.markdown, converted.tags, notes.into_findings())
}

fn markdown(text: &str) -> String {
    converted(text).0
}

#[test]
fn six_signs_head_the_page() {
    assert_eq!(markdown("====== A ======\n===== B =====\n== C =="), "# A\n\n## B\n\n##### C");
}

#[test]
fn marks_around_words() {
    assert_eq!(
        markdown("**a** //b// ''c_d'' <del>e</del> **f //g//** 1 * 2"),
        "**a** *b* `c_d` ~~e~~ **f *g*** 1 \\* 2"
    );
}

#[test]
fn underlines_and_small_letters_are_found() {
    let (markdown, _, findings) = converted("a\n\n__b__ H<sub>2</sub>O");
    assert_eq!(markdown, "a\n\nb H2O");
    assert!(
        findings.iter().all(|finding| finding.cause == "formatting without a counterpart, its words are kept"
            && finding.line == Some(3))
    );
    assert_eq!(findings.len(), 2);
}

#[test]
fn links_name_the_path_of_their_page() {
    assert_eq!(
        markdown("[[red]] [[doors:red|the door]] [[.:red#the_stair|x]] [[:other:page]] [[doors:]] [[#here|y]]"),
        "[[doors/red|red]] [[doors/red|the door]] [[doors/red#the stair|x]] [[other/page|page]] \
            [[doors/start|doors]] [[#here|y]]"
    );
}

#[test]
fn links_to_outside_keep_their_address() {
    assert_eq!(
        markdown("[[https://a.example/x_y|words]] see https://a.example/b//c. <a@b.example>"),
        "[words](https://a.example/x_y) see <https://a.example/b//c>. [a@b.example](mailto:a@b.example)"
    );
}

#[test]
fn pictures_keep_caption_and_width() {
    assert_eq!(markdown("{{ doors:a.png?200x50 |The door}}"), "![The door|200](media/doors/a.png)");
    assert_eq!(converted("{{gone.png}}").2[0].cause, NO_FILE);
}

#[test]
fn lists_nest_by_indentation() {
    assert_eq!(markdown("  * a\n    - b\n    - c\n  * d"), "- a\n  1. b\n  2. c\n- d");
}

#[test]
fn tables_keep_headers_and_links() {
    assert_eq!(
        markdown("^ A ^ B ^\n| [[red|r]] | x ||\n| ::: | y |"),
        "| A | B |  |\n| --- | --- | --- |\n| [[doors/red\\|r]] | x |  |\n|  | y |"
    );
}

#[test]
fn code_is_code() {
    assert_eq!(
        markdown("<code rust>\nfn a() {}\n</code>\n\n  x **y**\n\n<file - a.txt>\nz\n</file>"),
        "```rust\nfn a() {}\n```\n\n```\nx **y**\n```\n\n`a.txt`\n\n```\nz\n```"
    );
}

#[test]
fn notes_stand_at_the_end() {
    assert_eq!(markdown("a((b //c//))."), "a[^1].\n\n[^1]: b *c*");
}

#[test]
fn literal_text_stays_as_it_is() {
    assert_eq!(markdown("%%**a**%% <nowiki>//b//</nowiki> ''%%c**d%%''"), r"\*\*a\*\* //b// `c**d`");
}

#[test]
fn two_backslashes_break_the_line() {
    assert_eq!(markdown("a\\\\ b\\\\\nc"), "a\\\nb\\\nc");
}

#[test]
fn quotes_and_rules() {
    assert_eq!(markdown("> a\n>> b\n\n----"), "> a\n> > b\n\n---");
}

#[test]
fn tags_of_the_plugin_become_tags() {
    assert_eq!(converted("a {{tag>red old_doors}}").1, ["red", "old doors"]);
}

#[test]
fn other_plugins_stay_as_code() {
    let (markdown, _, findings) = converted("{{page>a:b}}");
    assert_eq!((markdown.as_str(), findings[0].cause), ("`{{page>a:b}}`", "plugin shown as text"));
}

#[test]
fn html_becomes_markdown() {
    assert_eq!(markdown("<html>\n<p>a <b>b</b></p>\n</html>"), "a **b**");
}

#[test]
fn names_of_files_are_decoded() {
    assert_eq!(decoded("t%C3%BCr_%zz"), "t\u{fc}r_%zz");
}

fn packed(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("folder")).expect("folder");
    let mut packer = flate2::write::GzEncoder::new(fs::File::create(path).expect("file"), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).expect("packed");
    packer.finish().expect("packed");
}

#[test]
fn the_history_has_authors_times_and_summaries() {
    let folder = tempfile::tempdir().expect("folder");
    let data = folder.path().join("data");
    fs::create_dir_all(data.join("pages/doors")).expect("folder");
    fs::create_dir_all(data.join("meta/doors")).expect("folder");
    fs::write(data.join("pages/doors/red.txt"), "====== Red ======\nThree").expect("page");
    fs::write(
        data.join("meta/doors/red.changes"),
        "100\t192.0.2.1\tC\tdoors:red\t\tcreated\t\t3\n\
         200\t192.0.2.1\tE\tdoors:red\tada\t\t\n\
         300\t192.0.2.2\tE\tdoors:red\tbob\tlast\t\n",
    )
    .expect("changes");
    packed(&data.join("attic/doors/red.100.txt.gz"), "One");
    packed(&data.join("attic/doors/red.200.txt.gz"), "Two");
    packed(&data.join("attic/doors/gone.150.txt.gz"), "Gone");
    let collection =
        crate::wikis::read(folder.path(), crate::wikis::recognize(folder.path()).expect("kind"), &mut |_, _| {});
    let collection = collection.expect("collection");
    let page = &collection.pages[0];
    let seen: Vec<_> = page
        .revisions
        .iter()
        .map(|one| (one.markdown.as_str(), one.author.as_deref(), one.comment.as_deref(), one.at.as_deref()))
        .collect();
    assert_eq!(
        seen,
        [
            ("One", Some("192.0.2.1"), Some("created"), Some("1970-01-01T00:01:40Z")),
            ("Two", Some("ada"), None, Some("1970-01-01T00:03:20Z")),
            ("# Red\n\nThree", Some("bob"), Some("last"), Some("1970-01-01T00:05:00Z")),
        ]
    );
    assert_eq!((page.path.as_str(), page.title.as_deref()), ("doors/red", Some("Red")));
    assert_eq!((collection.ignored, collection.faults.len()), (1, 0));
}
