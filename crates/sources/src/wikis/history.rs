//! The revisions of a page.

use crate::collection::{Finding, Page, Revision};
use crate::wikis::markdown::fence;
use crate::wikis::notes::Notes;
use crate::wikis::syntax::Converted;
use std::io;

/// A text as the wiki saved it.
#[derive(Debug, Default)]
pub struct Saved {
    pub text: String,
    /// The language it is written in. Empty: that of the wiki.
    pub language: String,
    pub author: Option<String>,
    pub at: Option<String>,
    pub comment: Option<String>,
}

/// Converts the texts of a page, oldest first, and adds what was changed in the newest one.
///
/// Errors: those of `convert`.
pub fn add_revisions(
    page: &mut Page,
    history: Vec<Saved>,
    changes: &mut Vec<Finding>,
    mut convert: impl FnMut(&str, &mut Notes) -> io::Result<Converted>,
) -> io::Result<()> {
    let last = history.len().saturating_sub(1);
    for (number, saved) in history.into_iter().enumerate() {
        let mut notes = if number == last { Notes::new(&page.path) } else { Notes::quiet() };
        let converted = if saved.language.is_empty() {
            convert(&saved.text, &mut notes)?
        } else {
            notes.add("shown as code", 1, &saved.language);
            Converted { markdown: fence(&saved.language, &saved.text), tags: Vec::new() }
        };
        let Saved { author, at, comment, .. } = saved;
        page.revisions.push(Revision { markdown: converted.markdown, author, at, comment });
        page.tags = converted.tags;
        changes.extend(notes.into_findings());
    }
    Ok(())
}
