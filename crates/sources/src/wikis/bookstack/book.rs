//! `data.json` of a portable archive.

use serde::Deserialize;
use serde_json::Value;

use crate::wikis::source::safe_path;

/// The name to link to, by `page:40` and its like.
pub(super) type Names = std::collections::HashMap<String, String>;

#[derive(Debug, Default, Deserialize)]
pub(super) struct Export {
    pub instance: Option<Value>,
    pub exported_at: Option<String>,
    pub book: Option<Book>,
    pub chapter: Option<Chapter>,
    pub page: Option<PageData>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Book {
    pub id: Option<i64>,
    pub name: String,
    pub description_html: Option<String>,
    #[serde(default)]
    pub chapters: Vec<Chapter>,
    #[serde(default)]
    pub pages: Vec<PageData>,
    #[serde(default)]
    pub tags: Vec<Tag>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Chapter {
    pub id: Option<i64>,
    pub name: String,
    pub description_html: Option<String>,
    pub priority: Option<i64>,
    #[serde(default)]
    pub pages: Vec<PageData>,
    #[serde(default)]
    pub tags: Vec<Tag>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct PageData {
    pub id: Option<i64>,
    pub name: String,
    pub html: Option<String>,
    pub markdown: Option<String>,
    pub priority: Option<i64>,
    #[serde(default)]
    pub attachments: Vec<Attachment>,
    #[serde(default)]
    pub tags: Vec<Tag>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Attachment {
    pub name: String,
    pub link: Option<String>,
    pub file: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Tag {
    pub name: String,
    pub value: Option<String>,
}

pub(super) enum Content<'a> {
    Html(&'a str),
    Markdown(&'a str),
}

/// A page of ours: one of theirs, or the description of a book or chapter.
pub(super) struct Entry<'a> {
    pub key: Option<String>,
    pub path: String,
    pub name: String,
    pub category: Option<String>,
    pub content: Content<'a>,
    pub attachments: &'a [Attachment],
    pub tags: &'a [Tag],
}

fn part(name: &str) -> String {
    let part = safe_path(&name.replace(['/', '\\'], "-"));
    if part.is_empty() { "untitled".to_owned() } else { part }
}

impl Export {
    /// Other programs write a `data.json` too.
    pub(super) fn is_export(&self) -> bool {
        let named = self.book.is_some() || self.chapter.is_some() || self.page.is_some();
        named && (self.instance.is_some() || self.exported_at.is_some() || self.has_content())
    }

    fn has_content(&self) -> bool {
        self.book.as_ref().is_some_and(|book| !book.pages.is_empty() || !book.chapters.is_empty())
            || self.chapter.as_ref().is_some_and(|chapter| !chapter.pages.is_empty())
            || self.page.as_ref().is_some_and(|page| page.html.is_some() || page.markdown.is_some())
    }

    pub(super) fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        if let Some(book) = &self.book {
            let folder = part(&book.name);
            push(&mut entries, ("book", book.id), &folder, &book.name, book.description_html.as_deref(), &book.tags);
            let mut chapters: Vec<&Chapter> = book.chapters.iter().collect();
            chapters.sort_by_key(|chapter| chapter.priority);
            for chapter in chapters {
                add_chapter(&mut entries, chapter, Some(&folder));
            }
            add_pages(&mut entries, &book.pages, Some(&folder));
        }
        if let Some(chapter) = &self.chapter {
            add_chapter(&mut entries, chapter, None);
        }
        if let Some(page) = &self.page {
            add_pages(&mut entries, std::slice::from_ref(page), None);
        }
        distinct(&mut entries);
        entries
    }
}

fn push<'a>(
    entries: &mut Vec<Entry<'a>>,
    key: (&str, Option<i64>),
    path: &str,
    name: &str,
    html: Option<&'a str>,
    tags: &'a [Tag],
) {
    entries.push(Entry {
        key: key.1.map(|id| format!("{}:{id}", key.0)),
        path: path.to_owned(),
        name: name.to_owned(),
        category: None,
        content: Content::Html(html.unwrap_or_default()),
        attachments: &[],
        tags,
    });
}

fn add_chapter<'a>(entries: &mut Vec<Entry<'a>>, chapter: &'a Chapter, folder: Option<&str>) {
    let own = part(&chapter.name);
    let folder = folder.map_or_else(|| own.clone(), |folder| format!("{folder}/{own}"));
    let key = ("chapter", chapter.id);
    push(entries, key, &folder, &chapter.name, chapter.description_html.as_deref(), &chapter.tags);
    add_pages(entries, &chapter.pages, Some(&folder));
}

fn add_pages<'a>(entries: &mut Vec<Entry<'a>>, pages: &'a [PageData], folder: Option<&str>) {
    let mut pages: Vec<&PageData> = pages.iter().collect();
    pages.sort_by_key(|page| page.priority);
    for page in pages {
        let own = part(&page.name);
        let markdown = page.markdown.as_deref().filter(|markdown| !markdown.trim().is_empty());
        let html = page.html.as_deref().unwrap_or_default();
        entries.push(Entry {
            key: page.id.map(|id| format!("page:{id}")),
            path: folder.map_or_else(|| own.clone(), |folder| format!("{folder}/{own}")),
            name: page.name.clone(),
            category: folder.map(|folder| folder.split('/').next().unwrap_or(folder).to_owned()),
            content: markdown.map_or(Content::Html(html), Content::Markdown),
            attachments: &page.attachments,
            tags: &page.tags,
        });
    }
}

/// Two pages of a chapter may have one name: the later ones get a number.
fn distinct(entries: &mut [Entry<'_>]) {
    let mut seen: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for entry in entries {
        let count = seen.entry(entry.path.to_lowercase()).or_default();
        *count += 1;
        if *count > 1 {
            entry.path = format!("{} ({count})", entry.path);
        }
    }
}
