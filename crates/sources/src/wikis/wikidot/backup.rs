//! Where the different tools put texts and what is known of them.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::site::normal;
use crate::collection::Finding;
use crate::wikis::history::Saved;
use crate::wikis::source::{FileIndex, files_in, filled, has_ending, names_in, read_file, time, time_of};

pub(super) struct Source {
    pub name: String,
    pub title: Option<String>,
    pub tags: Vec<String>,
    /// The files of the texts and what is known of them, oldest first.
    pub revisions: Vec<(PathBuf, Saved)>,
}

impl Source {
    fn of(name: String, data: &Value, revisions: Vec<(PathBuf, Saved)>) -> Self {
        Self { name, title: text_of(data, "title"), tags: texts_of(data, "tags"), revisions }
    }
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
    filled(value.get(key)?.as_str()?)
}

fn list_of<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn texts_of(value: &Value, key: &str) -> Vec<String> {
    list_of(value, key).filter_map(|tag| tag.as_str().map(str::to_owned)).collect()
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

/// Returns the metadata of a page, or adds to the faults why they cannot be read.
fn metadata(path: &Path, name: &str, faults: &mut Vec<Finding>) -> Option<Value> {
    let fault = |error: io::Error| Finding::of("data about a page cannot be read", name, error.to_string());
    json(&path.join(name)).map_err(|error| faults.push(fault(error))).ok()
}

fn in_order<N: Ord>(mut revisions: Vec<(N, PathBuf, Saved)>) -> Vec<(PathBuf, Saved)> {
    revisions.sort_by(|(left, ..), (right, ..)| left.cmp(right));
    revisions.into_iter().map(|(_, location, saved)| (location, saved)).collect()
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
    let users = users(path);
    let mut sources = Vec::new();
    for file in names_in(&path.join("meta/pages")) {
        let Some(stem) = file.strip_suffix(".json") else { continue };
        let Some(data) = metadata(path, &format!("meta/pages/{file}"), faults) else { continue };
        let name = normal(&text_of(&data, "name").unwrap_or_else(|| stem.to_owned()));
        for entry in list_of(&data, "files") {
            let (Some(own), Some(id)) = (text_of(entry, "name"), entry.get("file_id").and_then(Value::as_i64)) else {
                continue;
            };
            let location = [format!("files/{stem}/{id}"), format!("files/{stem}/{own}")].map(|file| path.join(file));
            if let Some(location) = location.into_iter().find(|location| location.is_file()) {
                files.add(&[&format!("{name}/{own}")], format!("files/{stem}/{own}"), location);
            }
        }
        let number = |revision: &Value| revision.get("revision").and_then(Value::as_i64).map(|it| it.to_string());
        let known: HashMap<String, &Value> =
            list_of(&data, "revisions").filter_map(|revision| Some((number(revision)?, revision))).collect();
        let folder = path.join("pages").join(stem);
        let mut revisions: Vec<(u64, PathBuf, Saved)> = Vec::new();
        for text in names_in(&folder) {
            let Some((number, Ok(order))) = text.strip_suffix(".txt").map(|number| (number, number.parse())) else {
                continue;
            };
            let saved = known.get(number).map(|entry| {
                let author = user_of(entry, "author").map(|user| users.get(&user).cloned().unwrap_or(user));
                let (at, comment) = (time_in(entry, "stamp"), text_of(entry, "commentary"));
                Saved { author, at, comment, ..Saved::default() }
            });
            revisions.push((order, folder.join(&text), saved.unwrap_or_default()));
        }
        if revisions.is_empty() {
            let packed = path.join("pages").join(format!("{stem}.7z")).is_file();
            let detail = if packed { format!("unpack pages/{stem}.7z first") } else { "no text".to_owned() };
            faults.push(Finding::of(if packed { "page is packed" } else { "page has no text" }, &name, detail));
            continue;
        }
        sources.push(Source::of(name, &data, in_order(revisions)));
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
    let mut sources = Vec::new();
    for id in names_in(&path.join("pages")) {
        let folder = path.join("pages").join(&id);
        if !folder.is_dir() {
            continue;
        }
        let Some(data) = metadata(path, &format!("pages/{id}/page.json"), faults) else { continue };
        let name = normal(&text_of(&data, "fullname").or_else(|| text_of(&data, "name")).unwrap_or(id));
        let mut revisions = Vec::new();
        for (file, location) in files_in(&folder)? {
            if file == "page.json" || !(has_ending(&file, ".json") || has_ending(&file, ".jsonl")) {
                continue;
            }
            for line in records(&location) {
                let path_in = |key: &str| line.get(key).and_then(|content| text_of(content, "path"));
                if let Some(own) = text_of(&line, "name").filter(|_| line.get("file_id").is_some()) {
                    let blob = path_in("content").unwrap_or_default();
                    if let Some(location) = inside(path, &blob).or_else(|| inside(&folder, &blob)) {
                        let listed = format!("files/{}/{own}", name.replace(':', "_"));
                        files.add(&[&format!("{name}/{own}")], listed, location);
                    }
                } else if let Some(location) = path_in("source").and_then(|source| inside(&folder, &source)) {
                    let number = line.get("revision_no").and_then(Value::as_i64).unwrap_or_default();
                    let (author, at) = (user_of(&line, "created_by"), time_in(&line, "created_at"));
                    let saved = Saved { author, at, comment: text_of(&line, "comment"), ..Saved::default() };
                    revisions.push((number, location, saved));
                }
            }
        }
        let mut revisions = in_order(revisions);
        let now = folder.join("source.txt");
        if now.is_file() && revisions.last().is_none_or(|(last, _)| read_file(last).ok() != read_file(&now).ok()) {
            let author = user_of(&data, "updated_by").or_else(|| user_of(&data, "created_by"));
            let at = time_in(&data, "updated_at").or_else(|| time_in(&data, "created_at"));
            revisions.push((now, Saved { author, at, ..Saved::default() }));
        }
        if revisions.is_empty() {
            faults.push(Finding::of("page has no text", &name, "no text"));
            continue;
        }
        sources.push(Source::of(name, &data, revisions));
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

fn site(path: &Path, files: &mut FileIndex) -> io::Result<Vec<Source>> {
    for (name, location) in files_in(&path.join("files"))? {
        if let Some((page, own)) = name.rsplit_once('/') {
            let key = format!("{}/{own}", normal(&page.replacen('_', ":", usize::from(!page.starts_with('_')))));
            files.add(&[&key, &format!("{}/{own}", normal(page))], format!("files/{name}"), location);
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
        let beside = [path.join("meta"), source.clone()];
        let data = beside.iter().find_map(|folder| json(&folder.join(format!("{stem}.json"))).ok());
        let revisions = vec![(source.join(&file), Saved::default())];
        sources.push(Source::of(name, &data.unwrap_or_default(), revisions));
    }
    Ok(sources)
}
