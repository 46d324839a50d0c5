//! `data.json` of a portable archive.

use serde::Deserialize;
use serde_json::Value;

use crate::wikis::source::safe_path;

/// The paths of pages by what references call them.
pub type Names = std::collections::HashMap<String, String>;

#[derive(Debug, Default, Deserialize)]
pub(super) struct Export {
    pub instance: Option<Value>,
    pub exported_at: Option<String>,
    pub book: Option<Part>,
    pub chapter: Option<Part>,
    pub page: Option<Part>,
}

/// A book, a chapter, or a page.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Part {
    id: Option<i64>,
    pub name: String,
    description_html: Option<String>,
    html: Option<String>,
    markdown: Option<String>,
    priority: Option<i64>,
    #[serde(default)]
    chapters: Vec<Part>,
    #[serde(default)]
    pages: Vec<Part>,
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

/// A page of ours: one of theirs, or the description of a book or chapter.
pub(super) struct Entry<'a> {
    /// What references call it: `page:40` and its like.
    pub key: Option<String>,
    pub path: String,
    pub category: Option<String>,
    pub part: &'a Part,
    is_page: bool,
}

impl Entry<'_> {
    /// The text as Markdown, if it was written so.
    pub(super) fn markdown(&self) -> Option<&str> {
        self.part.markdown.as_deref().filter(|text| self.is_page && !text.trim().is_empty())
    }

    pub(super) fn html(&self) -> &str {
        let html = if self.is_page { &self.part.html } else { &self.part.description_html };
        html.as_deref().unwrap_or_default()
    }

    /// Whether it says nothing if it has no text.
    pub(super) fn is_description(&self) -> bool {
        !self.is_page && self.key.is_some()
    }
}

impl Export {
    /// Other programs write a `data.json` too.
    pub(super) fn is_export(&self) -> bool {
        let holds = |part: &Option<Part>, has: fn(&Part) -> bool| part.as_ref().is_some_and(has);
        let has_content = holds(&self.book, |book| !book.pages.is_empty() || !book.chapters.is_empty())
            || holds(&self.chapter, |chapter| !chapter.pages.is_empty())
            || holds(&self.page, |page| page.html.is_some() || page.markdown.is_some());
        let named = self.book.is_some() || self.chapter.is_some() || self.page.is_some();
        named && (self.instance.is_some() || self.exported_at.is_some() || has_content)
    }

    pub(super) fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        for (kind, part) in [("book", &self.book), ("chapter", &self.chapter), ("page", &self.page)] {
            add(&mut entries, kind, part, "");
        }
        // Two pages of a chapter may have one name: the later ones get a number.
        let mut seen = std::collections::HashMap::new();
        for entry in &mut entries {
            let count = seen.entry(entry.path.to_lowercase()).or_insert(0);
            *count += 1;
            if *count > 1 {
                entry.path = format!("{} ({count})", entry.path);
            }
        }
        entries
    }
}

/// Adds parts in their order, each before those in it.
fn add<'a>(entries: &mut Vec<Entry<'a>>, kind: &str, parts: impl IntoIterator<Item = &'a Part>, folder: &str) {
    let mut parts: Vec<&Part> = parts.into_iter().collect();
    parts.sort_by_key(|part| part.priority);
    for part in parts {
        let own = safe_path(&part.name.replace(['/', '\\'], "-"));
        let own = if own.is_empty() { "untitled".to_owned() } else { own };
        let path = if folder.is_empty() { own } else { format!("{folder}/{own}") };
        let is_page = kind == "page";
        let category = folder.split('/').next().filter(|book| is_page && !book.is_empty()).map(str::to_owned);
        let key = part.id.map(|id| format!("{kind}:{id}"));
        entries.push(Entry { key, path: path.clone(), category, part, is_page });
        add(entries, "chapter", &part.chapters, &path);
        add(entries, "page", &part.pages, &path);
    }
}
