//! The markup of MediaWiki.

mod html;
mod inline;
mod link;
mod syntax;
mod table;
mod tags;
mod template;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::wikis::markdown::one_line;
use crate::wikis::notes::Notes;
use crate::wikis::source::FileIndex;
use crate::wikis::syntax::{self as shared, Converted};

/// What a wiki's pages need to know of the wiki. Names of namespaces are in lower case.
#[derive(Debug, Default)]
pub struct Site {
    pub file_names: HashSet<String>,
    pub category_names: HashSet<String>,
    pub namespaces: HashSet<String>,
    pub case_sensitive: bool,
    pub files: FileIndex,
}

impl Site {
    /// A title as the wiki itself writes it: spaces for underscores, the first letter a capital.
    pub fn canonical(&self, title: &str) -> String {
        let title = one_line(&title.replace('_', " "));
        if self.case_sensitive {
            return title;
        }
        let mut letters = title.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

/// What a page knows of the wiki, and the numbers of its footnotes by their names.
struct Wiki<'a> {
    site: &'a Site,
    named: HashMap<String, usize>,
}

type Converter<'a, 'w> = shared::Converter<'a, Wiki<'w>>;

pub fn convert(text: &str, title: &str, site: &Site, notes: &mut Notes) -> Converted {
    shared::convert(Wiki { site, named: HashMap::new() }, title, text, notes)
}
