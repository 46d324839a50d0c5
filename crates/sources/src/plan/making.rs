//! Makes the plan of a collection.

use super::{Become, FileUse, Known, Link, Options, Plan, Planned, State, authors, checks, is_picture, titles};
use crate::collection::{Collection, Finding, NO_FILE, Page};
use crate::references::references;
use crate::resolve::{Found, Index};
use crate::text::Lines;
use facility_documents::text::Category;
use facility_files::file::MAX_ATTACHED;
use facility_files::kind::FileKind;
use facility_kernel::Clearance;
use facility_users::user::Username;
use sha2::{Digest as _, Sha256};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

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
        let sources: Vec<&Page> = pages.iter().map(|(page, _)| page).collect();
        let accounts = authors::accounts(&sources, &options, &mut changes);
        let planned = |(page, is_long)| planned(page, is_long, (&options, &accounts), &mut changes);
        let mut planned: Vec<Planned> = pages.into_iter().map(planned).collect();
        titles::settle(&mut planned, options.adds_folders, &mut changes, &mut faults);
        let all: Vec<&Page> = planned.iter().map(|one| &one.page).collect();
        let names: Vec<&str> = planned.iter().map(|one| one.title.as_str()).collect();
        let faulty: Vec<&str> = unreadable.iter().map(String::as_str).collect();
        let index = Index::new(&all, &names, &faulty, &files);
        let uses = vec![FileUse::Unused; files.len()];
        let mut plan = Self {
            kind,
            notes,
            ignored,
            pages: planned,
            files,
            uses,
            accounts,
            sections: Vec::new(),
            changes,
            faults,
            gone: 0,
            index,
            options,
        };
        plan.compare(known);
        plan.follow_links();
        plan.check_texts();
        plan.mark_files();
        plan.make_sections();
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
        // Readers of other markup say what is missing with the lines of the source.
        let told: HashSet<String> =
            self.changes.iter().filter(|change| change.cause == NO_FILE).map(|change| change.path.clone()).collect();
        for at in 0..self.pages.len() {
            let Some(planned) = self.pages.get(at) else { continue };
            let (mut links, mut pictures, mut attachments) = (Vec::new(), BTreeSet::new(), Vec::new());
            let last = planned.page.revisions.len().saturating_sub(1);
            for (number, revision) in planned.page.revisions.iter().enumerate() {
                let mut lines = Lines::of(&revision.markdown);
                for reference in references(&revision.markdown) {
                    let found = self.index.find(at, &reference);
                    match found {
                        Found::File(file) if is_picture(&self.files, file) => drop(pictures.insert(file)),
                        Found::File(file) if number == last && !attachments.contains(&file) => attachments.push(file),
                        Found::File(_) | Found::Here => {}
                        Found::Missing if number == last && reference.is_embedded && is_file(&reference.target) => {
                            let (path, line) = (&planned.page.path, lines.line(reference.range.start));
                            let missing = Finding::of(NO_FILE, path, reference.target).at(line);
                            self.changes.extend(Some(missing).filter(|missing| !told.contains(&missing.path)));
                        }
                        _ if number == last => {
                            let line = lines.line(reference.range.start);
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
}

pub(crate) const CHANGED_TWICE: &str = "changed in the source and here, left as it is here";
pub(crate) const TOO_MANY_FILES: &str = "further file of a page left out: a record has 20 at most";
pub(crate) const NOT_ACCEPTED: &str = "kind of file is not accepted";
pub(crate) const UNKNOWN_CATEGORY: &str = "category unknown, becomes OTHER";
pub(crate) const TAGS: &str = "tags kept as the last line of the text";
pub(crate) const TITLE_OF_FILE: &str = "title taken from the file name, no heading";
pub(crate) const UNKNOWN_LEVEL: &str = "level unknown, becomes that of --level";

/// Whether a target names a file, and no page.
fn is_file(target: &str) -> bool {
    crate::paths::ending(target).is_some() && crate::paths::without_ending(target) == target
}

/// Derives title, category, level and the last lines of a page.
fn planned(
    page: Page,
    is_faulty: bool,
    (options, accounts): (&Options, &BTreeMap<String, Username>),
    changes: &mut Vec<Finding>,
) -> Planned {
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
    footer.extend(authors_as_text(&page, accounts));
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
        section: None,
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

/// Returns the line that names the authors of a page who have no account.
fn authors_as_text(page: &Page, accounts: &BTreeMap<String, Username>) -> Option<String> {
    const SHOWN: usize = 20;
    let mut names: Vec<&str> = Vec::new();
    for author in page.revisions.iter().filter_map(|revision| revision.author.as_deref()) {
        if !author.trim().is_empty() && !accounts.contains_key(author) && !names.contains(&author) {
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
