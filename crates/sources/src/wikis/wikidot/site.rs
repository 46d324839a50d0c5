//! The names of pages and files of a site.

use crate::wikis::source::{FileIndex, safe_path};

/// What the pages of a site know of each other. Names are `category:page`, or only `page`.
#[derive(Debug, Default)]
pub(super) struct Wiki {
    pub(super) files: FileIndex,
}

/// A name as Wikidot makes it of a title.
pub(super) fn normal(name: &str) -> String {
    let mut out = String::new();
    for letter in name.trim().chars().flat_map(char::to_lowercase) {
        let letter = if letter.is_alphanumeric() || matches!(letter, ':' | '_' | '/') { letter } else { '-' };
        if letter != '-' || !out.ends_with(['-', ':']) {
            out.push(letter);
        }
    }
    let out = out.trim_matches('-').replace("-:", ":");
    out.strip_prefix("_default:").map_or_else(|| out.clone(), str::to_owned)
}

pub(super) fn path_of(name: &str) -> String {
    safe_path(&name.replacen(':', "/", 1))
}

/// The path to which a link to this name leads.
pub(super) fn name_of(target: &str) -> String {
    path_of(&normal(target))
}

impl Wiki {
    /// A file of page `here`, or of the page that the name begins with.
    pub(super) fn file(&self, name: &str, here: &str) -> Option<&str> {
        let name = name.trim_start_matches('/');
        let name = name.strip_prefix("local--files/").unwrap_or(name);
        match name.split_once('/') {
            Some((page, file)) => self.files.path_of(&format!("{}/{file}", normal(page))),
            None => self.files.path_of(&format!("{here}/{name}")),
        }
    }
}
