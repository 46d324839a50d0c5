//! Where the different tools put texts and what is known of them.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::site::normal;
use crate::collection::Finding;
use crate::wikis::source::{FileIndex, has_ending, names_in, read_file, time, time_of, walk};

pub(super) struct Saved {
    location: PathBuf,
    pub author: Option<String>,
    pub at: Option<String>,
    pub comment: Option<String>,
}

impl Saved {
    pub(super) fn text(&self) -> io::Result<String> {
        read_file(&self.location)
    }

    fn of(location: PathBuf) -> Self {
        Self { location, author: None, at: None, comment: None }
    }
}

pub(super) struct Source {
    pub name: String,
    pub title: Option<String>,
    pub tags: Vec<String>,
    /// Oldest first.
    pub revisions: Vec<Saved>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// `meta/pages/NAME.json`, `pages/NAME/NUMBER.txt`, `files/NAME/ID`.
    WikiComma,
    /// `pages/ID/page.json` and `source.txt`, `revisions/`, `blobs/`.
    Folders,
    /// `source/NAME.txt`, `files/NAME/FILE`.
    Site,
}

fn layout(path: &Path) -> Option<Layout> {
    if names_in(&path.join("meta/pages")).iter().any(|name| has_ending(name, ".json")) {
        return Some(Layout::WikiComma);
    }
    let pages = path.join("pages");
    if names_in(&pages).iter().take(50).any(|name| pages.join(name).join("page.json").is_file()) {
        return Some(Layout::Folders);
    }
    let source = path.join("source");
    names_in(&source).iter().any(|name| has_ending(name, ".txt")).then_some(Layout::Site)
}

pub fn recognized(path: &Path) -> bool {
    layout(path).is_some()
}

fn text_of(value: &Value, key: &str) -> Option<String> {
    let text = value.get(key)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn texts_of(value: &Value, key: &str) -> Vec<String> {
    let list = value.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|tag| tag.as_str().map(str::to_owned)).collect()
}

/// A user as a name, a number, or an object with a name.
fn user_of(value: &Value, key: &str) -> Option<String> {
    let user = value.get(key)?;
    match user {
        Value::String(name) => Some(name.clone()),
        Value::Number(number) => Some(number.to_string()),
        other => text_of(other, "name").or_else(|| text_of(other, "unix_name")),
    }
}

/// A time as text, or as seconds since 1970.
fn time_in(value: &Value, key: &str) -> Option<String> {
    let found = value.get(key)?;
    found.as_i64().map_or_else(|| time_of(found.as_str()?), time)
}

fn json(path: &Path) -> io::Result<Value> {
    serde_json::from_str(&read_file(path)?).map_err(Into::into)
}

fn faulty(cause: &'static str, path: &str, detail: String) -> Finding {
    Finding { cause, path: path.to_owned(), line: None, detail }
}

pub(super) fn sources(path: &Path, files: &mut FileIndex, faults: &mut Vec<Finding>) -> io::Result<Vec<Source>> {
    match layout(path) {
        Some(Layout::WikiComma) => Ok(wiki_comma(path, files, faults)),
        Some(Layout::Folders) => folders(path, files, faults),
        Some(Layout::Site) => site(path, files),
        None => Ok(Vec::new()),
    }
}

fn wiki_comma(path: &Path, files: &mut FileIndex, faults: &mut Vec<Finding>) -> Vec<Source> {
    let meta = path.join("meta/pages");
    let users = users(path);
    let mut sources = Vec::new();
    for file in names_in(&meta) {
        let Some(stem) = file.strip_suffix(".json") else { continue };
        let data = match json(&meta.join(&file)) {
            Ok(data) => data,
            Err(error) => {
                faults.push(faulty(
                    "data about a page cannot be read",
                    &format!("meta/pages/{file}"),
                    error.to_string(),
                ));
                continue;
            }
        };
        let name = normal(&text_of(&data, "name").unwrap_or_else(|| stem.to_owned()));
        for entry in data.get("files").and_then(Value::as_array).into_iter().flatten() {
            let (Some(own), Some(id)) = (text_of(entry, "name"), entry.get("file_id").and_then(Value::as_i64)) else {
                continue;
            };
            let location = [format!("files/{stem}/{id}"), format!("files/{stem}/{own}")].map(|file| path.join(file));
            if let Some(location) = location.into_iter().find(|location| location.is_file()) {
                files.add(&[&format!("{name}/{own}")], format!("files/{stem}/{own}"), location);
            }
        }
        let folder = path.join("pages").join(stem);
        let mut known: HashMap<String, &Value> = HashMap::new();
        for revision in data.get("revisions").and_then(Value::as_array).into_iter().flatten() {
            if let Some(number) = revision.get("revision").and_then(Value::as_i64) {
                known.insert(number.to_string(), revision);
            }
        }
        let mut revisions: Vec<(u64, Saved)> = Vec::new();
        for text in names_in(&folder) {
            let Some((number, Ok(order))) = text.strip_suffix(".txt").map(|number| (number, number.parse())) else {
                continue;
            };
            let mut saved = Saved::of(folder.join(&text));
            if let Some(entry) = known.get(number) {
                saved.author = user_of(entry, "author").map(|user| users.get(&user).cloned().unwrap_or(user));
                saved.at = time_in(entry, "stamp");
                saved.comment = text_of(entry, "commentary");
            }
            revisions.push((order, saved));
        }
        revisions.sort_by_key(|(order, _)| *order);
        if revisions.is_empty() {
            let packed = path.join("pages").join(format!("{stem}.7z")).is_file();
            let detail = if packed { format!("unpack pages/{stem}.7z first") } else { "no text".to_owned() };
            faults.push(faulty(if packed { "page is packed" } else { "page has no text" }, &name, detail));
            continue;
        }
        let revisions = revisions.into_iter().map(|(_, saved)| saved).collect();
        sources.push(Source { name, title: text_of(&data, "title"), tags: texts_of(&data, "tags"), revisions });
    }
    sources
}

/// Names of users by their number, from `_users` beside the folders of the wikis.
fn users(path: &Path) -> HashMap<String, String> {
    let mut users = HashMap::new();
    let Some(folder) = path.parent().map(|parent| parent.join("_users")).filter(|folder| folder.is_dir()) else {
        return users;
    };
    for file in names_in(&folder).iter().filter(|file| has_ending(file, ".json")) {
        let Ok(Value::Object(entries)) = json(&folder.join(file)) else { continue };
        for (id, user) in entries {
            if let Some(name) = text_of(&user, "full_name").or_else(|| text_of(&user, "username")) {
                users.insert(id, name);
            }
        }
    }
    users
}

fn folders(path: &Path, files: &mut FileIndex, faults: &mut Vec<Finding>) -> io::Result<Vec<Source>> {
    let pages = path.join("pages");
    let mut sources = Vec::new();
    for id in names_in(&pages) {
        let folder = pages.join(&id);
        if !folder.is_dir() {
            continue;
        }
        let data = match json(&folder.join("page.json")) {
            Ok(data) => data,
            Err(error) => {
                faults.push(faulty(
                    "data about a page cannot be read",
                    &format!("pages/{id}/page.json"),
                    error.to_string(),
                ));
                continue;
            }
        };
        let name = normal(&text_of(&data, "fullname").or_else(|| text_of(&data, "name")).unwrap_or(id));
        let mut revisions: Vec<(i64, Saved)> = Vec::new();
        for (file, location) in walk(&folder)? {
            if file == "page.json" || !(has_ending(&file, ".json") || has_ending(&file, ".jsonl")) {
                continue;
            }
            for line in records(&location) {
                if let Some(own) = text_of(&line, "name").filter(|_| line.get("file_id").is_some()) {
                    let blob = line.get("content").and_then(|content| text_of(content, "path")).unwrap_or_default();
                    add_file(path, &folder, &blob, &name, &own, files);
                } else if let Some(source) = line.get("source").and_then(|source| text_of(source, "path")) {
                    let number = line.get("revision_no").and_then(Value::as_i64).unwrap_or_default();
                    let Some(location) = inside(&folder, &source) else { continue };
                    let mut saved = Saved::of(location);
                    saved.author = user_of(&line, "created_by");
                    saved.at = time_in(&line, "created_at");
                    saved.comment = text_of(&line, "comment");
                    revisions.push((number, saved));
                }
            }
        }
        revisions.sort_by_key(|(number, _)| *number);
        let mut revisions: Vec<Saved> = revisions.into_iter().map(|(_, saved)| saved).collect();
        let mut now = Saved::of(folder.join("source.txt"));
        if now.location.is_file() && revisions.last().is_none_or(|last| last.text().ok() != now.text().ok()) {
            now.author = user_of(&data, "updated_by").or_else(|| user_of(&data, "created_by"));
            now.at = time_in(&data, "updated_at").or_else(|| time_in(&data, "created_at"));
            revisions.push(now);
        }
        if revisions.is_empty() {
            faults.push(faulty("page has no text", &name, "no text".to_owned()));
            continue;
        }
        sources.push(Source { name, title: text_of(&data, "title"), tags: texts_of(&data, "tags"), revisions });
    }
    Ok(sources)
}

/// One value, a list of values, or one on each line.
fn records(path: &Path) -> Vec<Value> {
    let Ok(text) = read_file(path) else { return Vec::new() };
    match serde_json::from_str(&text) {
        Ok(Value::Array(values)) => values,
        Ok(value) => vec![value],
        Err(_) => text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
    }
}

/// A path that the metadata name, which must not lead out of the folder.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let odd = path.split(['/', '\\']).any(|part| part == ".." || part.contains(':')) || path.starts_with(['/', '\\']);
    let found = folder.join(path);
    (!odd && found.is_file()).then_some(found)
}

fn add_file(root: &Path, folder: &Path, blob: &str, page: &str, own: &str, files: &mut FileIndex) {
    if let Some(location) = inside(root, blob).or_else(|| inside(folder, blob)) {
        let name = format!("{page}/{own}");
        files.add(&[&name], format!("files/{}/{own}", page.replace(':', "_")), location);
    }
}

fn site(path: &Path, files: &mut FileIndex) -> io::Result<Vec<Source>> {
    let folder = path.join("files");
    if folder.is_dir() {
        for (name, location) in walk(&folder)? {
            if let Some((page, own)) = name.rsplit_once('/') {
                let key = format!("{}/{own}", normal(&page.replacen('_', ":", usize::from(!page.starts_with('_')))));
                files.add(&[&key, &format!("{}/{own}", normal(page))], format!("files/{name}"), location);
            }
        }
    }
    let source = path.join("source");
    let mut sources = Vec::new();
    for file in names_in(&source) {
        let Some(stem) = file.strip_suffix(".txt") else { continue };
        // The site's own backup writes `category_page` for `category:page`.
        let name = match stem.split_once('_') {
            Some((category, page)) if !category.is_empty() => normal(&format!("{category}:{page}")),
            _ => normal(stem),
        };
        let revisions = vec![Saved::of(source.join(&file))];
        let title = [path.join("meta"), source.clone()]
            .iter()
            .find_map(|folder| json(&folder.join(format!("{stem}.json"))).ok());
        let (title, tags) = title.map_or((None, Vec::new()), |data| (text_of(&data, "title"), texts_of(&data, "tags")));
        sources.push(Source { name, title, tags, revisions });
    }
    Ok(sources)
}
