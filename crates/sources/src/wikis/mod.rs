//! Exports of other wikis: pages with their history, converted to Markdown.
//!
//! Links between pages are `[[path|words]]`. `changes` are about the newest revision of a page, at most 20 of a cause;
//! lines are those of the source. Limits: 8 MiB for a text, 2 GiB of Markdown for a dump, nesting of 50, or 120 in HTML,
//! and an unpacked size of 300 times the packed one.

mod bookstack;
mod dokuwiki;
mod emphasis;
mod find;
mod html;
mod lists;
mod markdown;
mod mediawiki;
mod notes;
mod pieces;
mod source;
mod tables;
#[cfg(test)]
mod trials;
mod wikidot;
mod wikitext;

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

/// Returns what wiki a file or folder was exported from, by its shape and its first bytes.
pub fn recognize(path: &Path) -> Option<Kind> {
    if mediawiki::recognized(path) {
        Some(Kind::MediaWiki)
    } else if bookstack::recognized(path) {
        Some(Kind::BookStack)
    } else if wikidot::backup::recognized(path) {
        Some(Kind::Wikidot)
    } else if dokuwiki::recognized(path) {
        Some(Kind::DokuWiki)
    } else {
        None
    }
}

/// Reads all pages. `progress` receives what is done and the whole, in bytes or pages.
///
/// Errors: the export cannot be read, is packed in an unknown way, or is in a folder with pages of Markdown, which would
/// be left out.
pub fn read(path: &Path, kind: Kind, mut progress: impl FnMut(u64, u64)) -> io::Result<Collection> {
    let progress = &mut progress as &mut dyn FnMut(u64, u64);
    let collection = match kind {
        Kind::MediaWiki => mediawiki::read(path, progress),
        Kind::DokuWiki => dokuwiki::read(path, progress),
        Kind::BookStack => bookstack::read(path, progress),
        Kind::Wikidot => wikidot::read(path, progress),
    }?;
    Ok(Collection { kind: kind.name().to_owned(), ..collection })
}
