//! What comes in of a collection, what is changed on the way, and what cannot come in.

pub(crate) mod authors;
pub(crate) mod checks;
pub(crate) mod making;
pub(crate) mod sections;
#[cfg(test)]
mod tests;
pub(crate) mod titles;
pub mod writing;

use crate::collection::{Finding, Page, SourceFile};
use crate::headings::Anchors;
use crate::map::Map;
use crate::resolve::{Found, Index};
use facility_documents::text::Category;
use facility_files::file::MAX_ATTACHED;
use facility_kernel::{Clearance, Timestamp};
use facility_users::user::Username;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What pages become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Become {
    /// Documents, of this level unless the map names another one.
    Documents(Clearance),
    /// Submissions, whose level reviewers decide.
    Submissions,
}

/// What authors of the source become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Authors {
    /// A line at the end of the text, and the descriptions of versions.
    AsText,
    /// Accounts, which own the records and the versions.
    AsAccounts,
}

/// How a collection is imported.
#[derive(Clone, Debug)]
pub struct Options {
    pub r#become: Become,
    pub map: Map,
    /// Whether long texts are split. Otherwise they are faults.
    pub splits_long: bool,
    /// Whether the folder is added to a title that occurs twice. Otherwise it is a fault.
    pub adds_folders: bool,
    pub authors: Authors,
    /// Whether documents are archived in sections that their folders become.
    pub makes_sections: bool,
    pub now: Timestamp,
}

/// What an earlier import made of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The page's [`Planned::hash`].
    pub hash: String,
    /// The id of the record.
    pub record: String,
    pub is_document: bool,
    /// Whether the document still is as it was imported.
    pub is_untouched: bool,
}

/// What happens to a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    New,
    /// It differs from what was imported as this record.
    Changed(Known),
    /// It was imported as this record.
    Here(Known),
    /// It has a fault.
    Faulty,
}

/// A link of a page's last text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub(crate) line: usize,
    pub(crate) target: String,
    pub(crate) found: Found,
}

/// A page with what it becomes.
#[derive(Debug)]
pub struct Planned {
    pub page: Page,
    pub title: String,
    pub category: Category,
    /// Its level as a document.
    pub level: Clearance,
    /// The section of the archive that contains it, by index.
    pub section: Option<usize>,
    /// SHA-256 of what the source says of it.
    pub hash: String,
    pub state: State,
    /// The lines at the end of its text: what has no other place here.
    pub(crate) footer: String,
    pub(crate) links: Vec<Link>,
    /// The pictures in all its texts, by index.
    pub pictures: BTreeSet<usize>,
    /// The files to which its last text leads, by index, in order.
    pub attachments: Vec<usize>,
    /// The anchors of its last text, once a link needs them.
    anchors: OnceCell<Anchors>,
}

impl Planned {
    /// Whether it is written.
    pub const fn comes_in(&self) -> bool {
        matches!(self.state, State::New | State::Changed(_))
    }
}

/// A section of the archive that a folder becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedSection {
    pub name: String,
    /// The section that contains it: an earlier one, by index.
    pub parent: Option<usize>,
}

/// What is known of a file that pages use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileUse {
    Unused,
    Picture,
    Attachment,
    /// It cannot come in.
    Refused,
}

/// What happens to a collection.
pub struct Plan {
    pub kind: String,
    /// Number of pages in the source, also those that could not be read.
    pub notes: usize,
    pub ignored: usize,
    pub pages: Vec<Planned>,
    pub files: Vec<SourceFile>,
    pub uses: Vec<FileUse>,
    /// The accounts that authors become, by their names in the source.
    pub accounts: BTreeMap<String, Username>,
    /// The sections that folders become.
    pub sections: Vec<PlannedSection>,
    pub changes: Vec<Finding>,
    pub faults: Vec<Finding>,
    /// Number of pages of earlier imports that are no longer in the source.
    pub gone: usize,
    pub(crate) index: Index,
    pub options: Options,
}

impl Plan {
    /// Returns the pictures and attachments of pages that come in, by index.
    pub fn wanted(&self) -> BTreeSet<usize> {
        let pages = self.pages.iter().filter(|page| page.comes_in());
        let wanted = pages.flat_map(|page| page.pictures.iter().chain(page.attachments.iter().take(MAX_ATTACHED)));
        wanted
            .copied()
            .filter(|file| matches!(self.uses.get(*file), Some(FileUse::Picture | FileUse::Attachment)))
            .collect()
    }

    /// Returns the accounts of the authors of pages that come in.
    pub fn accounts_that_come_in(&self) -> BTreeMap<&str, &Username> {
        let pages = self.pages.iter().filter(|page| page.comes_in());
        let authors = pages.flat_map(|page| &page.page.revisions).filter_map(|revision| revision.author.as_deref());
        authors
            .filter_map(|author| self.accounts.get_key_value(author))
            .map(|(name, user)| (name.as_str(), user))
            .collect()
    }

    /// Says that a file cannot come in.
    pub fn refuse(&mut self, file: usize, cause: &'static str, detail: String) {
        let path = self.files.get(file).map_or("", |file| file.path.as_str());
        self.faults.push(Finding::of(cause, path, detail));
        if let Some(marked) = self.uses.get_mut(file) {
            *marked = FileUse::Refused;
        }
    }
}

/// Whether a file is a picture that texts can show.
pub(crate) fn is_picture(files: &[SourceFile], file: usize) -> bool {
    let path = files.get(file).map(|file| Path::new(&file.path));
    let ending = path.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ["png", "jpg", "jpeg", "webp", "gif"].contains(&ending.as_str()))
}
