//! Exports of other wikis: pages with their history, converted to Markdown.
//!
//! Links between pages are `[[path|words]]`. `changes` are about the newest revision of a page, at most 20 of a cause;
//! lines are those of the source. Limits: 8 MiB for a text, 2 GiB of Markdown for a dump, nesting of 50, or 120 in HTML,
//! and an unpacked size of 300 times the packed one.
//!
//! To read one more wiki, add a [`Kind`], a row to `READERS`, and a folder that finds its pages and has the rules of its
//! markup, as [`syntax::Syntax`].

mod blocks;
mod bookstack;
mod dokuwiki;
mod emphasis;
mod find;
mod history;
mod html;
mod lines;
mod lists;
mod markdown;
mod mediawiki;
mod notes;
mod pieces;
mod scan;
mod source;
mod syntax;
mod tables;
#[cfg(test)]
mod trials;
mod wikidot;

use crate::collection::Collection;
use std::io;
use std::path::Path;

/// A kind of wiki.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    MediaWiki,
    DokuWiki,
    BookStack,
    Wikidot,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::MediaWiki => "MediaWiki",
            Self::DokuWiki => "DokuWiki",
            Self::BookStack => "BookStack",
            Self::Wikidot => "Wikidot",
        }
    }
}

/// Receives what is done and the whole.
type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// How the exports of a wiki are told apart and read.
struct Reader {
    kind: Kind,
    recognized: fn(&Path) -> bool,
    read: fn(&Path, Progress<'_>) -> io::Result<Collection>,
}

/// In the order in which they look at a file or folder.
const READERS: [Reader; 4] = [
    Reader { kind: Kind::MediaWiki, recognized: mediawiki::recognized, read: mediawiki::read },
    Reader { kind: Kind::BookStack, recognized: bookstack::recognized, read: bookstack::read },
    Reader { kind: Kind::Wikidot, recognized: wikidot::backup::recognized, read: wikidot::read },
    Reader { kind: Kind::DokuWiki, recognized: dokuwiki::recognized, read: dokuwiki::read },
];

/// Returns what wiki a file or folder was exported from, by its shape and its first bytes.
pub fn recognize(path: &Path) -> Option<Kind> {
    READERS.iter().find(|reader| (reader.recognized)(path)).map(|reader| reader.kind)
}

/// Reads all pages. `progress` receives what is done and the whole, in bytes or pages.
///
/// Errors: the export cannot be read, is packed in an unknown way, or is in a folder with pages of Markdown, which would
/// be left out.
pub fn read(path: &Path, kind: Kind, mut progress: impl FnMut(u64, u64)) -> io::Result<Collection> {
    let reader = READERS.iter().find(|reader| reader.kind == kind);
    let collection = reader.map(|reader| (reader.read)(path, &mut progress)).transpose()?;
    Ok(Collection { kind: kind.name().to_owned(), ..collection.unwrap_or_default() })
}
