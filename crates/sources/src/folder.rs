//! Folders of Markdown: of Obsidian, Hugo, Jekyll, Docusaurus, MkDocs and others.

use crate::collection::{Collection, Finding, Location, Page, Revision, SourceFile};
use crate::front_matter::FrontMatter;
use crate::paths::{folder, is_note, name};
use crate::walk::{Walked, walk};
use crate::yaml::{Field, Value};
use crate::{dates, text};
use facility_files::text_encoding::decode;
use facility_kernel::{Timestamp, has_visible_character};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Maximum number of bytes of a note.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Fields that contain the date of a note. The first one that is set is used.
const DATES: [&str; 7] = ["date", "created", "created_at", "createdAt", "creation_date", "published", "publishDate"];
const AUTHORS: [&str; 3] = ["author", "authors", "creator"];
const CATEGORIES: [&str; 2] = ["category", "categories"];
/// Fields with addresses that lead to the note.
const ADDRESSES: [&str; 4] = ["permalink", "url", "slug", "id"];

/// Names of files that are not content.
const IGNORED: [&str; 4] = ["thumbs.db", "desktop.ini", "node_modules", "icon\r"];

/// Files and folders that identify a kind of source.
const KINDS: [(&str, &str); 12] = [
    (".obsidian", "Obsidian"),
    ("hugo.toml", "Hugo"),
    ("hugo.yaml", "Hugo"),
    ("archetypes", "Hugo"),
    ("docusaurus.config.js", "Docusaurus"),
    ("docusaurus.config.ts", "Docusaurus"),
    ("sidebars.js", "Docusaurus"),
    ("mkdocs.yml", "MkDocs"),
    ("_config.yml", "Jekyll"),
    ("_posts", "Jekyll"),
    ("_docs", "Jekyll"),
    ("logseq", "Logseq"),
];

/// Reads a folder and the folders in it. Links are not followed, and hidden files and folders are ignored.
///
/// `progress` receives the number of files that were read, and the number of all.
pub fn read(root: &Path, now: Timestamp, mut progress: impl FnMut(u64, u64)) -> io::Result<Collection> {
    let is_ignored = |name: &str| name.starts_with('.') || IGNORED.contains(&name.to_lowercase().as_str());
    let Walked { files, links, ignored } = walk(root, is_ignored)?;
    let kind = KINDS.iter().find(|(name, _)| root.join(name).exists()).map_or("Markdown", |(_, kind)| *kind);
    let mut collection = Collection { kind: format!("folder, {kind}"), ignored, ..Collection::default() };
    let is_linked = |path: String| Finding::of("a link of the file system, which is not followed", &path, "");
    collection.changes.extend(links.into_iter().map(is_linked));
    let total = files.len() as u64;
    for (done, (path, location)) in files.into_iter().enumerate() {
        let path = path.replace('\\', "/");
        if is_note(&path) {
            note(&path, &location, now, &mut collection)?;
        } else {
            collection.files.push(SourceFile { path, location: Location::Disk(location) });
        }
        progress(done as u64 + 1, total);
    }
    Ok(collection)
}

/// Reads a note, or adds what is wrong with it to the faults.
fn note(path: &str, location: &Path, now: Timestamp, collection: &mut Collection) -> io::Result<()> {
    let metadata = std::fs::metadata(location)?;
    if metadata.len() > MAX_BYTES {
        collection.faults.push(Finding::of("note is larger than 16 MB", path, ""));
        return Ok(());
    }
    let bytes = std::fs::read(location)?;
    let Some(file) = decode(&bytes) else {
        collection.faults.push(not_text(path, &bytes));
        return Ok(());
    };
    if !has_visible_character(&file) {
        collection.faults.push(Finding::of("note is empty", path, ""));
        return Ok(());
    }
    if std::str::from_utf8(&bytes).is_err() {
        let is_wide = bytes.iter().take(1024).any(|byte| *byte == 0);
        let encoding = if is_wide { "UTF-16" } else { "windows-1252" };
        collection.changes.push(Finding::of("read as another encoding", path, encoding));
    }
    let matter = match FrontMatter::of(&file) {
        Ok(matter) => matter,
        Err(fault) => {
            collection.faults.push(Finding::of("front matter is not valid", path, fault.reason).at(fault.line));
            return Ok(());
        }
    };
    let since = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let modified = Timestamp::EPOCH.plus(since).min(now);
    let page = page(path, &matter, (modified, now), &mut collection.changes);
    if page.revisions.iter().all(|revision| !has_visible_character(&revision.markdown)) {
        collection.faults.push(Finding::of("note is empty", path, "only front matter"));
        return Ok(());
    }
    collection.pages.push(page);
    Ok(())
}

fn not_text(path: &str, bytes: &[u8]) -> Finding {
    const SIGNS: [(&[u8], &str); 6] = [
        (b"RIFF", "RIFF audio or picture"),
        (b"%PDF", "a PDF document"),
        (b"\x89PNG", "a PNG picture"),
        (b"\xFF\xD8\xFF", "a JPEG picture"),
        (b"PK\x03\x04", "a ZIP archive or Word document"),
        (b"GIF8", "a GIF picture"),
    ];
    let sign = SIGNS.iter().find(|(sign, _)| bytes.starts_with(sign)).map(|(_, name)| (*name).to_owned());
    let control = bytes.iter().position(|byte| *byte < 0x20 && !(0x09..=0x0D).contains(byte));
    let place = control.map(|at| format!("control character at byte {at}"));
    Finding::of("note is not text", path, sign.or(place).unwrap_or_default()).at(1)
}

/// Makes a page of a note with its front matter. Fields without a meaning here stay at the end of the text.
fn page(
    path: &str,
    matter: &FrontMatter<'_>,
    (modified, now): (Timestamp, Timestamp),
    changes: &mut Vec<Finding>,
) -> Page {
    let mut used = BTreeSet::new();
    let mut take = |names: &[&str]| {
        let (field, line) = matter.first(names)?;
        // A field in another form also stays in the text.
        if is_plain(&field.value) {
            used.insert(field.name.clone());
        }
        Some((field.clone(), line))
    };
    let title = take(&["title"]).and_then(|(field, _)| field.value.text().map(str::to_owned));
    let tags = take(&["tags"]).or_else(|| take(&["tag"])).map(|(field, _)| field.value.texts()).unwrap_or_default();
    let mut tags: Vec<String> = tags.iter().map(|tag| word(tag)).collect();
    let categories = take(&CATEGORIES).map(|(field, _)| field.value.texts()).unwrap_or_default();
    let mut categories = categories.iter().map(|category| word(category));
    let category = categories.next();
    tags.extend(categories);
    let author = take(&AUTHORS).and_then(|(field, _)| names_of(&field.value));
    let level = take(&["clearance"]).and_then(|(field, _)| field.value.text().map(str::to_owned));
    let mut kept = Vec::new();
    let mut at = modified;
    if let Some((field, line)) = take(&DATES) {
        match date(&field, now) {
            Ok(date) => at = date,
            Err(written) => {
                kept.push(format!("Date: {written}"));
                let detail = format!("{}: {written}", field.name);
                changes.push(Finding::of("date kept as text: not a day from 1970 until now", path, detail).at(line));
            }
        }
    }
    let (markdown, had_controls) = text::without_controls(matter.content);
    if had_controls {
        changes.push(Finding::of("control characters removed", path, ""));
    }
    if let Some((line, words)) = text::first_html(&markdown) {
        changes.push(Finding::of("HTML kept as text", path, text::short(words)).at(line + matter.first_line - 1));
    }
    if let Some(block) = matter.rest(&used) {
        kept.push(block);
        changes.push(Finding::of("other fields of the front matter kept at the end of the text", path, ""));
    }
    let mut text = text::without_boxes(markdown);
    if !kept.is_empty() {
        text = format!("{}\n\n{}\n", text.trim_end(), kept.join("\n\n"));
    }
    let mut aliases = matter.first(&["aliases", "alias"]).map(|(field, _)| field.value.texts()).unwrap_or_default();
    aliases.extend(ADDRESSES.iter().filter_map(|name| {
        let (field, _) = matter.first(&[name])?;
        let address = field.value.text()?;
        Some(if address.starts_with('/') { address.to_owned() } else { format!("/{}/{address}", folder(path)) })
    }));
    let revision = Revision { markdown: text, author, at: Some(at.to_string()), comment: None };
    Page { path: path.to_owned(), title, aliases, tags, category, level, revisions: vec![revision] }
}

/// Returns the word of a tag or a category, which may be written as `#word` or `[[word]]`.
fn word(written: &str) -> String {
    written.trim_start_matches(['#', '[']).trim_end_matches(']').to_owned()
}

/// Whether a value is a text or a list of texts, so that nothing of it is lost.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Text(_) => true,
        Value::List(values) => values.iter().all(|value| matches!(value, Value::Text(_))),
        Value::Map(_) => false,
    }
}

/// Returns the date of a field, or the text that is not a date. In a map, `created` counts.
fn date(field: &Field, now: Timestamp) -> Result<Timestamp, String> {
    let written = match &field.value {
        Value::Map(fields) => fields.iter().find(|field| field.name == "created").and_then(|field| field.value.text()),
        value => value.text(),
    };
    let texts = || field.value.texts().join(", ");
    let written = written.map_or_else(texts, str::to_owned);
    dates::parse(&written, now).ok_or_else(|| text::short(&written))
}

/// Returns the names of one or more authors.
fn names_of(value: &Value) -> Option<String> {
    let name = |value: &Value| match value {
        Value::Map(fields) => fields.iter().find(|field| field.name == "name")?.value.text().map(str::to_owned),
        value => value.text().map(str::to_owned),
    };
    let names = match value {
        Value::List(values) => values.iter().filter_map(name).collect::<Vec<_>>().join(", "),
        value => name(value)?,
    };
    (!names.is_empty()).then_some(names)
}

/// Returns the name under which a folder's pages are remembered.
pub fn source_name(root: &Path) -> String {
    let whole = root.canonicalize().unwrap_or_else(|_missing| root.to_owned());
    name(&whole.to_string_lossy()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &[u8])]) -> Collection {
        let root = tempfile::tempdir().unwrap();
        for (path, bytes) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        read(root.path(), "2026-11-30T00:00:00Z".parse().unwrap(), |_, _| {}).unwrap()
    }

    fn found(findings: &[Finding]) -> Vec<String> {
        let line = |finding: &Finding| finding.line.map(|line| format!(":{line}")).unwrap_or_default();
        findings.iter().map(|one| format!("{}{} {}: {}", one.path, line(one), one.cause, one.detail)).collect()
    }

    #[test]
    fn notes_are_told_from_files_and_hidden_ones_are_ignored() {
        let found = folder(&[
            (".obsidian/x.md", b"x"),
            (".git/y", b"x"),
            ("Thumbs.db", b"x"),
            ("a.MD", b"# A"),
            ("b/c.markdown", b"# C"),
            ("b/d.png", b"png"),
        ]);
        let pages: Vec<&str> = found.pages.iter().map(|page| page.path.as_str()).collect();
        assert_eq!(
            (pages.as_slice(), found.ignored, found.kind.as_str()),
            (&["a.MD", "b/c.markdown"][..], 3, "folder, Obsidian")
        );
        assert_eq!(found.files[0].path, "b/d.png");
    }

    #[test]
    fn front_matter_gives_title_category_tags_author_and_date() {
        let note = b"---\ntitle: Bray\ncategories: ['[[npc]]', dead]\ntags: '#a, b'\nauthors:\n  - name: Edda\ndate: 4 March 2020\nslug: old\nrace: elf\naliases: [B]\n---\nText";
        let page = folder(&[("people/a.md", note)]).pages.remove(0);
        assert_eq!((page.title.as_deref(), page.category.as_deref()), (Some("Bray"), Some("npc")));
        assert_eq!((page.tags.join(" "), page.aliases.join(" ")), ("a b dead".to_owned(), "B /people/old".to_owned()));
        let revision = &page.revisions[0];
        assert_eq!(
            (revision.author.as_deref(), revision.at.as_deref()),
            (Some("Edda"), Some("2020-03-04T00:00:00.000Z"))
        );
        let kept = "Text\n\n```yaml\nauthors:\n  - name: Edda\nslug: old\nrace: elf\naliases: [B]\n```\n";
        assert_eq!(revision.markdown, kept);
    }

    #[test]
    fn fictional_date_becomes_a_line_of_the_text() {
        let mut found_in = folder(&[("a.md", b"---\ntitle: A\ndate: 3rd of Ebb, 1961\n---\nText")]);
        assert_eq!(found_in.pages.remove(0).revisions[0].markdown, "Text\n\nDate: 3rd of Ebb, 1961\n");
        let cause = "date kept as text: not a day from 1970 until now";
        assert_eq!(found(&found_in.changes), [format!("a.md:3 {cause}: date: 3rd of Ebb, 1961")]);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_place() {
        let long = vec![b'x'; 17 * 1024 * 1024];
        let collection = folder(&[
            ("a.md", b"---\ntitle: A\nbad: x: y\n---\n"),
            ("b.md", b" \n"),
            ("c.md", b"RIFF\0\0\x01"),
            ("d.md", b"ab\0\x01"),
            ("e.md", &long),
            ("f.md", b"---\ntitle: F\n---\n \n"),
        ]);
        let faults: Vec<String> =
            found(&collection.faults).into_iter().map(|line| line.chars().take(40).collect()).collect();
        assert_eq!(
            faults,
            [
                "a.md:3 front matter is not valid: mappin",
                "b.md note is empty: ",
                "c.md:1 note is not text: RIFF audio or p",
                "d.md:1 note is not text: control charact",
                "e.md note is larger than 16 MB: ",
                "f.md note is empty: only front matter"
            ]
        );
    }

    #[test]
    fn other_encodings_and_html_are_read_and_named() {
        let wide: Vec<u8> = "\u{feff}# Caf\u{e9}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let collection =
            folder(&[("a.md", b"# Caf\xE9"), ("b.md", &wide), ("c.md", b"# C\n\n<div class=\"card\">\nx\n</div>")]);
        assert_eq!(collection.pages[1].revisions[0].markdown, "# Caf\u{e9}");
        assert_eq!(
            found(&collection.changes),
            [
                "a.md read as another encoding: windows-1252",
                "b.md read as another encoding: UTF-16",
                "c.md:3 HTML kept as text: <div class=\"card\">"
            ]
        );
    }
}
