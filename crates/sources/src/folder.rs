//! Folders of Markdown: of Obsidian, Hugo, Jekyll, Docusaurus, MkDocs and others.

use crate::collection::{Collection, Finding, Location, Page, Revision, SourceFile};
use crate::front_matter::FrontMatter;
use crate::paths::{folder, is_note, name};
use crate::yaml::{Field, Value};
use crate::{dates, text};
use facility_files::text_encoding::decode;
use facility_kernel::{Timestamp, has_visible_character};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Maximum number of bytes of a note.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Fields that contain the date of a note. The first one that is set is used.
const DATES: [&str; 7] = ["date", "created", "created_at", "createdAt", "creation_date", "published", "publishDate"];
const AUTHORS: [&str; 3] = ["author", "authors", "creator"];
const CATEGORIES: [&str; 2] = ["category", "categories"];
/// Fields with addresses that lead to the note.
const ADDRESSES: [&str; 4] = ["permalink", "url", "slug", "id"];

/// Names of files that are no content.
const IGNORED: [&str; 4] = ["thumbs.db", "desktop.ini", "node_modules", "icon\r"];

/// Files and folders by whose presence a kind of source is recognized.
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
    let (found, ignored, linked) = walk(root)?;
    let kind = KINDS.iter().find(|(name, _)| root.join(name).exists()).map_or("Markdown", |(_, kind)| *kind);
    let mut collection = Collection { kind: format!("folder, {kind}"), ignored, ..Collection::default() };
    let is_linked = |path: String| Finding::of("a link of the file system, which is not followed", &path, "");
    collection.changes.extend(linked.into_iter().map(is_linked));
    let total = found.len() as u64;
    for (done, (path, location)) in found.into_iter().enumerate() {
        if is_note(&path) {
            note(&path, &location, now, &mut collection)?;
        } else {
            collection.files.push(SourceFile { path, location: Location::Disk(location) });
        }
        progress(done as u64 + 1, total);
    }
    Ok(collection)
}

type Walked = (Vec<(String, PathBuf)>, usize, Vec<String>);

/// Returns the files with their paths in the source, in the order of these, the number of ignored files and folders, and
/// the links.
fn walk(root: &Path) -> io::Result<Walked> {
    let (mut found, mut ignored, mut linked) = (Vec::new(), 0, Vec::new());
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            let name = entry.file_name().to_string_lossy().to_lowercase();
            let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if name.starts_with('.') || IGNORED.contains(&name.as_str()) {
                ignored += 1;
            } else if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                found.push((relative, path));
            } else {
                linked.push(relative);
            }
        }
    }
    found.sort_unstable();
    linked.sort_unstable();
    Ok((found, ignored, linked))
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
        // A field of another form stays in the text as well.
        if is_plain(&field.value) {
            used.insert(field.name.clone());
        }
        Some((field.clone(), line))
    };
    let title = take(&["title"]).and_then(|(field, _)| field.value.text().map(str::to_owned));
    let tags = take(&["tags"]).or_else(|| take(&["tag"])).map(|(field, _)| field.value.texts()).unwrap_or_default();
    let mut tags: Vec<String> = tags.into_iter().map(|tag| tag.trim_start_matches('#').to_owned()).collect();
    let mut categories = take(&CATEGORIES).map(|(field, _)| field.value.texts()).unwrap_or_default().into_iter();
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
    let mut text = markdown;
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

/// Whether the words of a value are all in its texts.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Text(_) => true,
        Value::List(values) => values.iter().all(|value| matches!(value, Value::Text(_))),
        Value::Map(_) => false,
    }
}

/// Returns the date of a field, or what is written there. Of a map, `created` counts.
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
