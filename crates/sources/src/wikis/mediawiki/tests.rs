//! Exports of MediaWiki as pages.

use std::io::Write;

use super::*;

const DUMP: &str = r#"<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">
<siteinfo><sitename>T</sitename><case>first-letter</case><namespaces>
<namespace key="0" case="first-letter" /><namespace key="1">Talk</namespace><namespace key="6">Datei</namespace>
<namespace key="10">Template</namespace><namespace key="14">Kategorie</namespace></namespaces></siteinfo>
<page><title>Red door</title><ns>0</ns><id>1</id>
<revision><id>2</id><timestamp>2020-01-02T00:00:00Z</timestamp>
<contributor><username>Ada</username><id>1</id></contributor>
<comment>more &amp; more</comment><model>wikitext</model>
<text xml:space="preserve">'''Two''' &lt;b&gt;x&lt;/b&gt; [[Datei:a b.png]] [[Kategorie:Doors]] &#228;</text></revision>
<revision><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp><contributor><ip>192.0.2.1</ip></contributor>
<text>One</text></revision>
<revision><id>3</id><timestamp>2020-01-03T00:00:00Z</timestamp><text deleted="deleted" /></revision>
</page>
<page><title>Crimson</title><ns>0</ns><redirect title="Scarlet" />
<revision><text>#REDIRECT [[Scarlet]]</text></revision></page>
<page><title>Scarlet</title><ns>0</ns><redirect title="Red door" />
<revision><text>#REDIRECT [[Red door]]</text></revision></page>
<page><title>Gone</title><ns>0</ns><redirect title="Nothing" /><revision><text>x</text></revision></page>
<page><title>Talk:Red door</title><ns>1</ns><revision><text>hm</text></revision></page>
<page><title>Template:X</title><ns>10</ns><revision><text>y</text></revision></page>
<page><title>Kategorie:Doors</title><ns>14</ns><revision><text>All doors.</text></revision></page>
</mediawiki>"#;

fn read_all(folder: &Path) -> Collection {
    crate::wikis::read(folder, crate::wikis::recognize(folder).expect("kind"), &mut |_, _| {}).expect("collection")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("dump.xml"), DUMP).expect("dump");
    fs::create_dir_all(folder.path().join("images/a/ab")).expect("images");
    fs::create_dir_all(folder.path().join("images/thumb")).expect("images");
    fs::write(folder.path().join("images/a/ab/A_b.png"), "x").expect("image");
    fs::write(folder.path().join("images/thumb/A_b.png"), "x").expect("image");
    folder
}

fn page<'a>(collection: &'a Collection, path: &str) -> &'a Page {
    collection.pages.iter().find(|page| page.path == path).expect("page")
}

#[test]
fn revisions_come_oldest_first_with_authors_times_and_comments() {
    let folder = folder();
    let collection = read_all(folder.path());
    let revisions = &page(&collection, "Red door").revisions;
    assert_eq!(revisions.len(), 2);
    assert_eq!(revisions[0].author.as_deref(), Some("192.0.2.1"));
    assert_eq!(revisions[1].comment.as_deref(), Some("more & more"));
    assert_eq!(revisions[1].at.as_deref(), Some("2020-01-02T00:00:00Z"));
    assert_eq!(revisions[1].markdown, "**Two** **x** ![](images/a/ab/A_b.png)  \u{e4}");
}

#[test]
fn names_of_namespaces_come_from_the_dump() {
    let folder = folder();
    let collection = read_all(folder.path());
    assert_eq!(page(&collection, "Red door").tags, ["Doors"]);
    assert_eq!(page(&collection, "Kategorie/Doors").title.as_deref(), Some("Kategorie:Doors"));
}

#[test]
fn redirects_become_aliases_through_chains() {
    let folder = folder();
    let collection = read_all(folder.path());
    assert_eq!(page(&collection, "Red door").aliases, ["Crimson", "Scarlet"]);
    assert!(collection.changes.iter().any(|fault| fault.cause == "redirect to a page that is not in the source left out" && fault.path == "Gone"));
}

#[test]
fn talk_and_templates_are_left_out_and_counted() {
    let folder = folder();
    let collection = read_all(folder.path());
    assert_eq!((collection.pages.len(), collection.ignored), (2, 2));
    assert_eq!(collection.kind, "MediaWiki");
}

#[test]
fn old_dumps_name_the_namespace_in_the_title_only() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("d.xml"), DUMP.replace("<ns>1</ns>", "").replace("<ns>14</ns>", "")).expect("dump");
    let collection = read_all(folder.path());
    assert_eq!((collection.pages.len(), collection.ignored), (2, 2));
}

#[test]
fn only_originals_of_files_are_listed() {
    let folder = folder();
    let files = read_all(folder.path()).files;
    assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["images/a/ab/A_b.png"]);
}

#[test]
fn a_revision_without_a_text_is_named() {
    let folder = folder();
    let collection = read_all(folder.path());
    assert!(collection.changes.iter().any(|fault| fault.cause == "versions that the wiki had hidden left out"));
}

#[test]
fn a_compressed_dump_reads_the_same() {
    let folder = tempfile::tempdir().expect("folder");
    let file = fs::File::create(folder.path().join("d.xml.gz")).expect("file");
    let mut packer = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    packer.write_all(DUMP.as_bytes()).expect("packed");
    packer.finish().expect("packed");
    assert_eq!(read_all(folder.path()).pages.len(), 2);
}

#[test]
fn a_dump_that_unpacks_without_end_is_stopped() {
    let folder = tempfile::tempdir().expect("folder");
    let file = fs::File::create(folder.path().join("d.xml.gz")).expect("file");
    let mut packer = flate2::write::GzEncoder::new(file, flate2::Compression::best());
    packer.write_all(DUMP.replace("</mediawiki>", "<page><title>").as_bytes()).expect("packed");
    let zeros = vec![b'a'; 1024 * 1024];
    for _ in 0..40 {
        packer.write_all(&zeros).expect("packed");
    }
    packer.finish().expect("packed");
    let collection = read_all(folder.path());
    assert_eq!(
        (collection.pages.len(), collection.faults.last().map(|fault| fault.cause)),
        (2, Some("dump is not complete"))
    );
}

#[test]
fn a_dump_that_ends_early_gives_the_pages_before() {
    let folder = tempfile::tempdir().expect("folder");
    let end = DUMP.find("<page><title>Talk").expect("place");
    fs::write(folder.path().join("d.xml"), &DUMP[..end]).expect("dump");
    let collection = read_all(folder.path());
    assert_eq!(collection.pages.len(), 1);
    assert!(collection.faults.iter().any(|fault| fault.cause == "dump is not complete"));
}
