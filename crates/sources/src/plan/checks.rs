//! Whether texts can be records.

use super::{Become, FileUse, Options, Plan, State};
use crate::collection::{Finding, Page, Revision};
use crate::split::parts;
use crate::text::grouped;
use facility_documents::portions;
use facility_documents::text::{DocumentText, MAX_CONTENT_CHARS};
use facility_files::picture::MAX_PICTURES;
use facility_kernel::FieldError;

pub(crate) const TOO_LONG: &str = "text is longer than 200,000 characters";
const SPLIT: &str = "long text split";
/// Maximum number of characters of a part. Up to the limit, there is room for links and pictures, which become longer,
/// and for the last lines.
const PART_CHARS: usize = 170_000;

/// Splits pages that are too long, or reports them. Returns each page, and whether it is refused.
pub(super) fn of_length(
    pages: Vec<Page>,
    options: &Options,
    changes: &mut Vec<Finding>,
    faults: &mut Vec<Finding>,
) -> Vec<(Page, bool)> {
    let mut found = Vec::with_capacity(pages.len());
    for page in pages {
        let last = page.revisions.last().map_or("", |revision| revision.markdown.as_str());
        let length = if last.len() > MAX_CONTENT_CHARS { last.chars().count() } else { 0 };
        if length <= MAX_CONTENT_CHARS {
            found.push((page, false));
        } else if options.splits_long {
            let split = of_parts(&page);
            changes.push(Finding::of(SPLIT, &page.path, format!("{} parts", split.len())));
            found.extend(split.into_iter().map(|part| (part, false)));
        } else {
            faults.push(Finding::of(TOO_LONG, &page.path, format!("{} characters", grouped(length))));
            found.push((page, true));
        }
    }
    found
}

/// Returns the parts of a page. The first one has its path and title; none has its history.
fn of_parts(page: &Page) -> Vec<Page> {
    let Some(last) = page.revisions.last() else { return Vec::new() };
    let title = page.title.clone().or_else(|| crate::headings::title(&last.markdown));
    let title = title.unwrap_or_else(|| crate::paths::title(&page.path));
    let part = |(number, text): (usize, &str)| {
        let revisions = vec![Revision { markdown: text.to_owned(), ..last.clone() }];
        if number == 0 {
            return Page { title: Some(title.clone()), revisions, ..page.clone() };
        }
        Page {
            path: format!("{}#{}", page.path, number + 1),
            title: Some(format!("{title} (part {})", number + 1)),
            aliases: Vec::new(),
            revisions,
            ..page.clone()
        }
    };
    parts(&last.markdown, PART_CHARS).into_iter().enumerate().map(part).collect()
}

/// Returns the cause of a field that is not valid.
fn cause(field: &str) -> &'static str {
    match field {
        "title" => "title is not valid",
        "content" => "text is not valid",
        _ => "passage with a level is not valid",
    }
}

impl Plan {
    /// Checks the texts as they will be written, with all links and pictures.
    pub(super) fn check_texts(&mut self) {
        let mut refused = Vec::new();
        for (at, planned) in self.pages.iter().enumerate() {
            if !planned.comes_in() {
                continue;
            }
            let text = self.stand_in(at);
            let checked = DocumentText::parse(&planned.title, &text, planned.category.as_str()).and_then(|text| {
                match self.options.r#become {
                    Become::Documents(_) => portions::check_levels(&text.content, planned.level)
                        .map_err(|fault| vec![FieldError::from(fault)]),
                    Become::Submissions => Ok(()),
                }
            });
            let path = &planned.page.path;
            match checked {
                Err(errors) => {
                    refused.extend(
                        errors.into_iter().map(|error| (at, Finding::of(cause(error.field), path, error.message))),
                    );
                }
                Ok(()) if planned.pictures.len() > MAX_PICTURES => {
                    refused.push((at, Finding::of("text shows more than 100 pictures", path, "")));
                }
                Ok(()) => {}
            }
        }
        for (at, fault) in refused {
            self.faults.push(fault);
            if let Some(page) = self.pages.get_mut(at) {
                page.state = State::Faulty;
            }
        }
    }

    /// Returns the numbers of imported pictures, attached files, and records with attached files.
    pub(crate) fn files_that_come_in(&self) -> (usize, usize, usize) {
        let wanted = self.wanted();
        let of = |kind: FileUse| wanted.iter().filter(|file| self.uses.get(**file) == Some(&kind)).count();
        let records =
            self.pages.iter().enumerate().filter(|(at, page)| page.comes_in() && !self.attachments(*at).is_empty());
        (of(FileUse::Picture), of(FileUse::Attachment), records.count())
    }
}
