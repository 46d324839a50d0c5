//! Exports of Wikidot as pages.

use crate::collection::NO_FILE;
use std::fs;

use super::site::normal;
use super::*;
use crate::wikis::notes::Notes;

fn converted(text: &str) -> (String, Vec<Finding>) {
    let mut wiki = Wiki::default();
    wiki.files.add(&["here/a.png"], "files/here/a.png".to_owned(), std::path::PathBuf::from("/x"));
    let mut notes = Notes::new("here");
    let converted = convert(&wiki, "here", text, &mut notes);
    (converted.markdown, notes.into_findings())
}

fn markdown(text: &str) -> String {
    converted(text).0
}

fn causes(text: &str) -> Vec<(&'static str, Option<usize>)> {
    converted(text).1.iter().map(|finding| (finding.cause, finding.line)).collect()
}

#[test]
fn headings_keep_their_level() {
    assert_eq!(markdown("+ A\n++* B\n+++ C\n+x"), "# A\n\n## B\n\n### C\n\n+x");
}

#[test]
fn marks_around_words() {
    assert_eq!(
        markdown("**a** //b// --c-- {{d_e}} __f__ H,,2,,O ##red|g## x -- y"),
        "**a** *b* ~~c~~ `d_e` f H2O g x -- y"
    );
}

#[test]
fn links_name_the_path_of_their_page() {
    assert_eq!(
        markdown("[[[Red Door]]] [[[red-door|the door]]] [[[red-door#x|y]]] [[[cat:other]]] [/red-door z] [#here w]"),
        "[[red-door|Red Door]] [[red-door|the door]] [[red-door#x|y]] [[cat/other|other]] [[red-door|z]] [[#here|w]]"
    );
}

#[test]
fn links_to_outside_keep_their_address() {
    assert_eq!(
        markdown("[https://a.example/x words] [*https://a.example y] https://a.example/b//c"),
        "[words](https://a.example/x) [y](https://a.example) <https://a.example/b//c>"
    );
}

#[test]
fn pictures_keep_text_and_width() {
    assert_eq!(markdown("[[=image a.png width=\"200px\" alt=\"A door\"]]"), "![A door|200](files/here/a.png)");
    assert_eq!(causes("[[image gone.png]]"), [(NO_FILE, Some(1))]);
}

#[test]
fn the_component_for_pictures_is_a_picture() {
    assert_eq!(
        markdown("[[include component:image-block\n name=a.png|caption=A //door//|width=300px]]"),
        "![A door|300](files/here/a.png)"
    );
}

#[test]
fn includes_stay_as_code() {
    assert_eq!(markdown("[[include component:x |a=b]]"), "`[[include component:x |a=b]]`");
    assert_eq!(causes("a\n[[include component:x]]"), [("include shown as text", Some(2))]);
}

#[test]
fn collapsibles_are_opened() {
    let text = "[[collapsible show=\"+ Addendum\" hide=\"-\"]]\ntext\n[[/collapsible]]\nafter";
    assert_eq!(markdown(text), "**Addendum**\n\ntext\n\nafter");
    assert_eq!(causes(text), [("collapsible part, now always open", Some(1))]);
}

#[test]
fn divisions_and_tabs_leave_their_text() {
    assert_eq!(
        markdown(
            "[[div class=\"x\"]]\na [[span style=\"y\"]]b[[/span]]\n[[/div]]\n[[tabview]]\n[[tab \
            One]]\nc\n[[/tab]]\n[[/tabview]]"
        ),
        "a b\n\n**One**\n\nc"
    );
}

#[test]
fn lists_nest_by_indentation() {
    assert_eq!(markdown("* a\n * b\n # c\n* d"), "- a\n  - b\n  1. c\n- d");
}

#[test]
fn tables_keep_headers() {
    assert_eq!(
        markdown("||~ A ||~ B ||\n|| x || [[[red-door|y]]] ||\n|||| wide ||"),
        "| A | B |\n| --- | --- |\n| x | [[red-door\\|y]] |\n| wide |  |"
    );
}

#[test]
fn quotes_hold_blocks() {
    assert_eq!(markdown("> a\n> * b\n> > c"), "> a\n>\n> - b\n>\n> > c");
}

#[test]
fn lines_break_where_the_author_broke_them() {
    assert_eq!(markdown("a\nb"), "a\\\nb");
}

#[test]
fn code_and_literal_text() {
    assert_eq!(markdown("[[code type=\"rust\"]]\n**a**\n[[/code]]\n@@**b**@@"), "```rust\n**a**\n```\n\n\\*\\*b\\*\\*");
}

#[test]
fn notes_stand_at_the_end() {
    assert_eq!(markdown("a[[footnote]]b //c//[[/footnote]].\n[[footnoteblock]]"), "a[^1].\n\n[^1]: b *c*");
}

#[test]
fn modules_and_comments_are_found() {
    assert_eq!(markdown("[[module Rate]]\n[!-- x --]\na"), "a");
    assert_eq!(
        causes("[[module Rate]]\n[!-- x --]\na"),
        [("module shown as text", Some(1)), ("comment left out", Some(2))]
    );
}

#[test]
fn a_name_is_made_of_a_title() {
    assert_eq!(normal("Red Door (old)"), "red-door-old");
    assert_eq!(normal("_default:a"), "a");
}

fn read_all(folder: &Path) -> Collection {
    crate::wikis::read(folder, crate::wikis::recognize(folder).expect("kind"), &mut |_, _| {}).expect("collection")
}

#[test]
fn metadata_and_revisions_of_wikicomma() {
    let folder = tempfile::tempdir().expect("folder");
    for name in ["meta/pages", "pages/cat_a", "files/cat_a"] {
        fs::create_dir_all(folder.path().join(name)).expect("folder");
    }
    fs::write(
        folder.path().join("meta/pages/cat_a.json"),
        r#"{"name":"cat:a","page_id":1,"title":"A","tags":["x"],"files":[{"file_id":7,"name":"p.png"}],
        "revisions":[{"revision":10,"author":"ada","stamp":60,"commentary":"new"},
        {"revision":9,"author":5,"stamp":0}]}"#,
    )
    .expect("meta");
    fs::write(folder.path().join("meta/pages/b.json"), r#"{"name":"b","page_id":2,"revisions":[],"files":[]}"#)
        .expect("meta");
    fs::write(folder.path().join("pages/b.7z"), "x").expect("packed");
    fs::write(folder.path().join("pages/cat_a/9.txt"), "old").expect("text");
    fs::write(folder.path().join("pages/cat_a/10.txt"), "[[image p.png]]").expect("text");
    fs::write(folder.path().join("files/cat_a/7"), "x").expect("file");
    let collection = read_all(folder.path());
    let page = &collection.pages[0];
    assert_eq!(
        (page.path.as_str(), page.category.as_deref(), page.tags.as_slice()),
        ("cat/a", Some("cat"), &["x".to_owned()][..])
    );
    assert_eq!(page.revisions[0].author.as_deref(), Some("5"));
    assert_eq!(page.revisions[1].markdown, "![](files/cat_a/p.png)");
    assert_eq!(page.revisions[1].comment.as_deref(), Some("new"));
    assert_eq!(page.revisions[1].at.as_deref(), Some("1970-01-01T00:01:00Z"));
    assert_eq!(collection.faults[0].cause, "page is packed");
}

#[test]
fn a_folder_for_each_page() {
    let folder = tempfile::tempdir().expect("folder");
    let page = folder.path().join("pages/12");
    fs::create_dir_all(page.join("revisions/sources")).expect("folder");
    fs::write(page.join("page.json"), r#"{"page_id":12,"fullname":"a","title":"A","tags":[]}"#).expect("meta");
    fs::write(page.join("source.txt"), "two").expect("text");
    fs::write(page.join("revisions/sources/1.txt"), "one").expect("text");
    fs::write(page.join("revisions/sources/2.txt"), "two").expect("text");
    fs::write(
        page.join("revisions/revisions.jsonl"),
        "{\"revision_no\":1,\"created_by\":{\"name\":\"ada\"},\"source\":{\"path\":\"revisions/sources/2.txt\"}}\n\
         {\"revision_no\":0,\"created_at\":\"2020-01-01T00:00:00Z\",\
         \"source\":{\"path\":\"revisions/sources/1.txt\"}}\n\
         {\"revision_no\":2,\"source\":{\"path\":\"../../../etc/passwd\"}}",
    )
    .expect("meta");
    let collection = read_all(folder.path());
    let texts: Vec<_> = collection.pages[0].revisions.iter().map(|one| one.markdown.as_str()).collect();
    assert_eq!(texts, ["one", "two"]);
}

#[test]
fn the_backup_of_the_site_itself() {
    let folder = tempfile::tempdir().expect("folder");
    fs::create_dir_all(folder.path().join("source")).expect("folder");
    fs::create_dir_all(folder.path().join("files/start")).expect("folder");
    fs::write(folder.path().join("source/start.txt"), "[[image a.png]]").expect("text");
    fs::write(folder.path().join("source/nav_top.txt"), "x").expect("text");
    fs::write(folder.path().join("files/start/a.png"), "x").expect("file");
    let collection = read_all(folder.path());
    assert_eq!(collection.pages[0].revisions[0].markdown, "![](files/start/a.png)");
    assert_eq!((collection.pages.len(), collection.ignored), (1, 1));
}
