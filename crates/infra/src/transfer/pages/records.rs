//! The records that pages become.

use super::Work;
use crate::storage::documents::derived::Derived;
use crate::storage::documents::published;
use crate::storage::documents::revisions::{self, Derivation, TextBefore};
use crate::storage::files::texts::KnownWords;
use crate::storage::submissions::submitted;
use crate::transfer::store;
use facility_documents::change::Revision;
use facility_documents::document::{Document, Text};
use facility_documents::portions;
use facility_documents::previews::previews;
use facility_documents::text::DocumentText;
use facility_documents::versions::VersionRecord;
use facility_kernel::{DocumentId, SubmissionId, Timestamp, VersionId};
use facility_sources::plan::writing::Version;
use facility_sources::plan::{Become, Known, Planned, State};
use facility_submissions::case::Case;
use facility_submissions::submission::Submission;
use facility_transfer::error::TransferError;
use serde_json::json;
use std::time::Duration;

/// The smallest difference between two times.
pub(super) const TICK: Duration = Duration::from_micros(1);

/// The description of a version that a later import adds.
const AGAIN: &str = "Changed in the source and imported again";

impl Work<'_> {
    /// Writes a page. `later` is the number of pages after it.
    pub(super) fn page(&mut self, at: usize, date: Timestamp, later: u64) -> Result<(), TransferError> {
        let plan = self.plan;
        let Some(page) = plan.pages.get(at) else { return Ok(()) };
        match (plan.options.r#become, &page.state) {
            (Become::Documents(_), State::Changed(known)) if known.is_document => self.revise(at, page, known),
            (Become::Documents(_), _) => self.publish(at, page, date, later),
            (Become::Submissions, _) => self.submit(at, page, later),
        }
    }

    /// Publishes a page as a document with its history.
    fn publish(&mut self, at: usize, page: &Planned, date: Timestamp, later: u64) -> Result<(), TransferError> {
        let id = self.documents.get(&at).copied().unwrap_or_else(|| DocumentId::generate(self.ids));
        let mut versions = self.versions_of(at, false);
        let Some(last) = versions.pop() else { return Ok(()) };
        let text = checked(page, &last.content)?;
        let files = self.attach(at)?;
        let (owner, placement) = (self.owner_of(page), self.placement(page, later));
        let (mut number, mut time, mut rows) = (0, date, Vec::new());
        let mut row = |written: Timestamp, version: &Version, content: Option<&str>, is_last: bool| {
            number += 1;
            let id_of_version = if number == 1 { VersionRecord::first_id(id) } else { VersionId::generate(self.ids) };
            let row = json!({
                "id": id_of_version, "document_id": id, "version_number": number, "title": text.title,
                "category": text.category.as_str(), "clearance_level": page.level.level(),
                "file_path": files.non_empty().filter(|_| is_last).map(|files| files.to_string()),
                "change_description": version.description, "created_by": self.account_of(version.author.as_deref()),
                "created_at": written.as_micros(), "preview": content.map(previews), "content": content,
            });
            if let serde_json::Value::Object(row) = row {
                rows.push(row.into_iter().collect());
            }
        };
        let count = i32::try_from(versions.len()).unwrap_or(i32::MAX - 1) + 1;
        for version in &versions {
            row(time, version, Some(&version.content), false);
            time = version_after(time);
            if let Some(next) = version.at {
                time = time.max(next);
            }
        }
        let written = if count == 1 { date } else { last.at.unwrap_or(time).max(time) };
        // The only version of a document needs no row, unless it has a description.
        if count > 1 || last.description.is_some() {
            row(written, &last, None, true);
        }
        self.versions.extend(rows);
        let document = Document {
            id,
            owner,
            text: Text { title: text.title, content: text.content.into(), category: text.category },
            clearance: page.level,
            files,
            placement,
            release_at: None,
            version: count,
            created_at: date,
            updated_at: written,
        };
        published::insert_unindexed(&mut self.conn, &document).map_err(store)?;
        *self.added("documents") += 1;
        *self.added("versions") += u64::from(count.unsigned_abs()) - 1;
        self.remember(at, &id.to_string(), Some(count))
    }

    /// Writes a changed page as a new version of its document.
    fn revise(&mut self, at: usize, page: &Planned, known: &Known) -> Result<(), TransferError> {
        let gone = || refused(page, "its document is gone");
        let id: DocumentId = known.record.parse().map_err(|_invalid| gone())?;
        let before = published::find(&mut self.conn, &id).map_err(store)?.ok_or_else(gone)?.document;
        let last = self.versions_of(at, true).pop().ok_or_else(gone)?;
        let text = checked(page, &last.content)?;
        let files = self.attach(at)?;
        let after = Document {
            text: Text { title: text.title, content: text.content.into(), category: text.category },
            clearance: page.level,
            files,
            version: before.version + 1,
            updated_at: self.import.now.max(version_after(before.updated_at)),
            ..before
        };
        let earlier = TextBefore::find(&mut self.conn, id, before.version).map_err(store)?;
        let derivation = Derivation {
            before: earlier.map(|text| text.indexed()),
            files_before: KnownWords::default(),
            after: Derived::of(&after, Vec::new()),
        };
        let revision = Revision {
            before: before.version,
            version: VersionId::generate(self.ids),
            author: self.account_of(last.author.as_deref()),
            description: Some(last.description.unwrap_or_else(|| AGAIN.to_owned())),
            after,
        };
        revisions::apply(&mut self.conn, &revision, &derivation, &[]).map_err(store)?;
        *self.added("versions") += 1;
        self.remember(at, &id.to_string(), Some(revision.after.version))
    }

    /// Submits a page. Its review starts now.
    fn submit(&mut self, at: usize, page: &Planned, later: u64) -> Result<(), TransferError> {
        let last = self.versions_of(at, true).pop().ok_or_else(|| refused(page, "has no text"))?;
        let text = checked(page, &last.content)?;
        let files = self.attach(at)?;
        let case =
            Case::new(SubmissionId::generate(self.ids), self.owner_of(page), self.import.now.minus(TICK * tick(later)));
        let id = case.id.to_string();
        let new = Submission { files, ..Submission::new(case, text) };
        let preview = portions::stored::previews(&new.content);
        let submitted = submitted::submit(&mut self.conn, &new, &preview).map_err(store)?;
        submitted.map_err(|taken| refused(page, &format!("cannot be submitted: {taken}")))?;
        *self.added("submissions") += 1;
        self.remember(at, &id, None)
    }
}

/// Checks the final text of a page. Errors: what the plan should have found.
fn checked(page: &Planned, content: &str) -> Result<DocumentText, TransferError> {
    DocumentText::parse(&page.title, content, page.category.as_str()).map_err(|fields| {
        let reasons: Vec<String> = fields.into_iter().map(|field| field.message).collect();
        refused(page, &format!("is refused: {}", reasons.join("; ")))
    })
}

fn refused(page: &Planned, reason: &str) -> TransferError {
    TransferError::File { path: page.page.path.clone(), reason: reason.to_owned() }
}

pub(super) fn version_after(time: Timestamp) -> Timestamp {
    time.plus(TICK)
}

pub(super) fn tick(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
