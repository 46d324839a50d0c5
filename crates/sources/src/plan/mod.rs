//! What comes in of a collection, what is changed on the way, and what cannot come in.

mod checks;
#[cfg(test)]
mod tests;
mod titles;
mod writing;

pub(crate) use checks::TOO_LONG;
pub(crate) use titles::SAME_TITLE;
pub use writing::{Targets, Version};

use crate::collection::{Collection, Finding, Page, SourceFile};
use crate::headings::Anchors;
use crate::map::Map;
use crate::references::references;
use crate::resolve::{Found, Index};
use crate::text::line_of;
use facility_documents::text::Category;
use facility_files::file::MAX_ATTACHED;
use facility_files::kind::FileKind;
use facility_kernel::{Clearance, Timestamp};
use sha2::{Digest as _, Sha256};
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// What pages become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Become {
    /// Documents, of this level unless the map names another one.
    Documents(Clearance),
    /// Submissions, whose level reviewers decide.
    Submissions,
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
    pub changes: Vec<Finding>,
    pub faults: Vec<Finding>,
    /// Number of pages of earlier imports that are no longer in the source.
    pub gone: usize,
    pub(crate) index: Index,
    pub options: Options,
}

impl Plan {
    /// Plans the import of a collection, of which `known` pages were imported before, by their paths.
    pub fn new(collection: Collection, known: &HashMap<String, Known>, options: Options) -> Self {
        let Collection { kind, pages, files, ignored, mut changes, mut faults } = collection;
        // A fault may also be about a part of a page, such as an older text.
        let readable: BTreeSet<&str> = pages.iter().map(|page| page.path.as_str()).collect();
        let unreadable = faults.iter().filter(|fault| !readable.contains(fault.path.as_str()));
        let unreadable: BTreeSet<String> = unreadable.map(|fault| fault.path.clone()).collect();
        let notes = pages.len() + unreadable.len();
        let pages = checks::of_length(pages, &options, &mut changes, &mut faults);
        let mut planned: Vec<Planned> =
            pages.into_iter().map(|(page, is_long)| planned(page, is_long, &options, &mut changes)).collect();
        titles::settle(&mut planned, options.adds_folders, &mut changes, &mut faults);
        let all: Vec<&Page> = planned.iter().map(|one| &one.page).collect();
        let names: Vec<&str> = planned.iter().map(|one| one.title.as_str()).collect();
        let faulty: Vec<&str> = unreadable.iter().map(String::as_str).collect();
        let index = Index::new(&all, &names, &faulty, &files);
        let uses = vec![FileUse::Unused; files.len()];
        let mut plan =
            Self { kind, notes, ignored, pages: planned, files, uses, changes, faults, gone: 0, index, options };
        plan.compare(known);
        plan.follow_links();
        plan.check_texts();
        plan.mark_files();
        plan
    }

    /// Recognizes the pages that were imported before.
    fn compare(&mut self, known: &HashMap<String, Known>) {
        let mut found = 0;
        for page in &mut self.pages {
            let Some(earlier) = known.get(&page.page.path) else { continue };
            found += 1;
            if page.state != State::New {
                continue;
            }
            let becomes_document = matches!(self.options.r#become, Become::Documents(_));
            if earlier.hash == page.hash {
                page.state = State::Here(earlier.clone());
            } else if becomes_document && earlier.is_document && !earlier.is_untouched {
                self.changes.push(Finding::of(CHANGED_TWICE, &page.page.path, page.title.clone()));
                page.state = State::Here(earlier.clone());
            } else {
                page.state = State::Changed(earlier.clone());
            }
        }
        self.gone = known.len() - found;
    }

    /// Finds where links lead, and which files are used.
    fn follow_links(&mut self) {
        for at in 0..self.pages.len() {
            let Some(planned) = self.pages.get(at) else { continue };
            let (mut links, mut pictures, mut attachments) = (Vec::new(), BTreeSet::new(), Vec::new());
            let last = planned.page.revisions.len().saturating_sub(1);
            for (number, revision) in planned.page.revisions.iter().enumerate() {
                for reference in references(&revision.markdown) {
                    let found = self.index.find(at, &reference);
                    match found {
                        Found::File(file) if is_picture(&self.files, file) => drop(pictures.insert(file)),
                        Found::File(file) if number == last && !attachments.contains(&file) => attachments.push(file),
                        Found::File(_) | Found::Here => {}
                        Found::Missing if number == last && reference.is_embedded && is_file(&reference.target) => {
                            let line = line_of(&revision.markdown, reference.range.start);
                            self.changes.push(Finding::of(NO_FILE, &planned.page.path, reference.target).at(line));
                        }
                        _ if number == last => {
                            let line = line_of(&revision.markdown, reference.range.start);
                            links.push(Link { line, target: reference.target, found });
                        }
                        _ => {}
                    }
                }
            }
            if let Some(planned) = self.pages.get_mut(at) {
                (planned.links, planned.pictures, planned.attachments) = (links, pictures, attachments);
            }
        }
    }

    /// Marks the files that pages use, and refuses those of a kind that is not accepted.
    fn mark_files(&mut self) {
        for planned in self.pages.iter().filter(|page| page.state != State::Faulty) {
            for picture in &planned.pictures {
                if let Some(marked) = self.uses.get_mut(*picture) {
                    *marked = FileUse::Picture;
                }
            }
            for (number, file) in planned.attachments.iter().enumerate() {
                let path = self.files.get(*file).map_or("", |file| file.path.as_str());
                let Some(marked) = self.uses.get_mut(*file) else { continue };
                if FileKind::by_name(path).is_none() {
                    if *marked != FileUse::Refused {
                        self.faults.push(Finding::of(NOT_ACCEPTED, path, format!("in {}", planned.page.path)));
                    }
                    *marked = FileUse::Refused;
                } else if number < MAX_ATTACHED {
                    *marked = FileUse::Attachment;
                } else if planned.comes_in() {
                    self.changes.push(Finding::of(TOO_MANY_FILES, &planned.page.path, path));
                }
            }
        }
    }

    /// Returns the pictures and attachments of pages that come in, by index.
    pub fn wanted(&self) -> BTreeSet<usize> {
        let pages = self.pages.iter().filter(|page| page.comes_in());
        let wanted = pages.flat_map(|page| page.pictures.iter().chain(page.attachments.iter().take(MAX_ATTACHED)));
        wanted
            .copied()
            .filter(|file| matches!(self.uses.get(*file), Some(FileUse::Picture | FileUse::Attachment)))
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

pub(crate) const CHANGED_TWICE: &str = "changed in the source and here, left as it is here";
pub(crate) const TOO_MANY_FILES: &str = "further file of a page left out: a record has one";
pub(crate) const NO_FILE: &str = "picture or file that is not in the source, kept as text";
pub(crate) const NOT_ACCEPTED: &str = "kind of file is not accepted";
pub(crate) const UNKNOWN_CATEGORY: &str = "category unknown, becomes OTHER";
pub(crate) const TAGS: &str = "tags kept as the last line of the text";
pub(crate) const TITLE_OF_FILE: &str = "title taken from the file name, no heading";
pub(crate) const UNKNOWN_LEVEL: &str = "level unknown, becomes that of --level";

/// Whether a target names a file, and no page.
fn is_file(target: &str) -> bool {
    crate::paths::ending(target).is_some() && crate::paths::without_ending(target) == target
}

/// Whether a file is a picture that texts can show.
pub(crate) fn is_picture(files: &[SourceFile], file: usize) -> bool {
    let path = files.get(file).map(|file| Path::new(&file.path));
    let ending = path.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ["png", "jpg", "jpeg", "webp", "gif"].contains(&ending.as_str()))
}

/// Derives title, category, level and the last lines of a page.
fn planned(page: Page, is_faulty: bool, options: &Options, changes: &mut Vec<Finding>) -> Planned {
    let text = page.revisions.last().map_or("", |revision| revision.markdown.as_str());
    let given = page.title.clone().filter(|title| !title.trim().is_empty());
    let title = given.or_else(|| crate::headings::title(text)).unwrap_or_else(|| {
        changes.push(Finding::of(TITLE_OF_FILE, &page.path, ""));
        crate::paths::title(&page.path)
    });
    let mut footer = Vec::new();
    let category = page.category.as_deref().filter(|word| !word.trim().is_empty());
    let known = category.map(|word| options.map.category(word));
    if let (Some(None), Some(word)) = (known, category) {
        changes.push(Finding::of(UNKNOWN_CATEGORY, &page.path, word));
        footer.push(format!("Category: {word}"));
    }
    if !page.tags.is_empty() {
        changes.push(Finding::of(TAGS, &page.path, page.tags.join(", ")));
        footer.push(format!("Tags: {}", page.tags.join(", ")));
    }
    footer.extend(authors(&page));
    let level = match options.r#become {
        Become::Documents(level) => {
            let mapped = options.map.level(page.level.as_deref(), &page.path, category);
            if let (None, Some(word)) = (mapped, &page.level) {
                changes.push(Finding::of(UNKNOWN_LEVEL, &page.path, word));
                footer.push(format!("Level: {word}"));
            }
            mapped.unwrap_or(level)
        }
        Become::Submissions => {
            footer.extend(page.level.as_ref().map(|word| format!("Level: {word}")));
            Clearance::MIN
        }
    };
    let hash = hash(&page);
    Planned {
        title,
        category: known.flatten().unwrap_or(Category::Other),
        level,
        hash,
        state: if is_faulty { State::Faulty } else { State::New },
        footer: footer.join("\n\n"),
        links: Vec::new(),
        pictures: BTreeSet::new(),
        attachments: Vec::new(),
        anchors: OnceCell::new(),
        page,
    }
}

/// Returns the line that names the authors of a page. Accounts have other names, so they stay text.
fn authors(page: &Page) -> Option<String> {
    const SHOWN: usize = 20;
    let mut names: Vec<&str> = Vec::new();
    for author in page.revisions.iter().filter_map(|revision| revision.author.as_deref()) {
        if !author.trim().is_empty() && !names.contains(&author) {
            names.push(author);
        }
    }
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    let others = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!names.is_empty()).then(|| format!("Written by {}{others} in the source", names.join(", ")))
}

/// Returns the SHA-256 of what the source says of a page. The time of its file does not count.
fn hash(page: &Page) -> String {
    let mut digest = Sha256::new();
    let mut add = |text: Option<&str>| {
        digest.update([u8::from(text.is_some())]);
        digest.update(text.unwrap_or_default());
        digest.update([0]);
    };
    for text in [&page.title, &page.category, &page.level] {
        add(text.as_deref());
    }
    page.tags.iter().for_each(|tag| add(Some(tag)));
    for revision in &page.revisions {
        add(None);
        add(Some(&revision.markdown));
        add(revision.author.as_deref());
    }
    hex::encode(digest.finalize())
}
