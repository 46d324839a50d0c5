//! Placements of documents: the repository, with or without a request, or a section of the archive.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::phrase::Phrase;
use crate::db::schema::documents;
use crate::storage::archive::sections;
use crate::storage::documents::published::PlacementColumns;
use crate::storage::users::notifications;
use crate::storage::{AdvisoryLock, lock};
use async_trait::async_trait;
use diesel::dsl::max;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use facility_archive::placing::PlacementChange;
use facility_archive::ports::{PlacementRepository, SectionClosed};
use facility_audit::entry::Audited;
use facility_documents::document::{ArchiveRequest, Placement};
use facility_kernel::{SectionId, StoreError, Timestamp};

/// Applies the change and returns the placement as written, or refuses a section that is not active.
fn apply(conn: &mut AnyConn, change: &PlacementChange) -> Result<Result<Placement, SectionClosed>, DbError> {
    // Under this lock no two documents of a section get the same time, and no section closes while a document is added.
    lock(conn, AdvisoryLock::Archive)?;
    let section = match &change.after {
        Placement::Archived { section, .. } => Some(*section),
        Placement::Repository { archive_request } => archive_request.map(|request| request.section),
    };
    if let Some(section) = section
        && !sections::is_open(conn, section)?
    {
        return Ok(Err(SectionClosed));
    }
    let after = later(conn, change.after)?;
    let before = PlacementColumns::of(&change.before);
    let decided_on = documents::table
        .filter(documents::id.eq(change.document.to_string()))
        .filter(documents::version.eq(change.version))
        .filter(documents::is_archived.eq(before.is_archived))
        .filter(documents::archive_requested.eq(before.archive_requested))
        .filter(
            // NULL in both columns without a request. Two requests for one document differ in their times.
            Phrase::<Bool>::sql("COALESCE(documents.archived_at, documents.archive_requested_at, 0) = ")
                .number(before.archived_at.or(before.archive_requested_at).unwrap_or_default()),
        );
    exactly_one(diesel::update(decided_on).set(PlacementColumns::of(&after)).execute(conn)?)?;
    if let Some(news) = &change.news {
        notifications::insert(conn, news)?;
    }
    Ok(Ok(after))
}

/// Returns the placement with a time after all others in its list, which is paged by them.
fn later(conn: &mut AnyConn, place: Placement) -> Result<Placement, DbError> {
    Ok(match place {
        Placement::Archived { section, at, by } => {
            let last = last_archived(conn, section)?;
            Placement::Archived { section, at: after(at, last), by }
        }
        Placement::Repository { archive_request: Some(request) } => {
            let last: Option<i64> = documents::table
                .filter(documents::archive_requested)
                .select(max(documents::archive_requested_at))
                .first(conn)?;
            let request = ArchiveRequest { at: after(request.at, last), ..request };
            Placement::Repository { archive_request: Some(request) }
        }
        Placement::Repository { archive_request: None } => place,
    })
}

pub(crate) fn last_archived(conn: &mut AnyConn, section: SectionId) -> Result<Option<i64>, DbError> {
    Ok(documents::table
        .filter(documents::is_archived)
        .filter(documents::archive_section.eq(section.to_string()))
        .select(max(documents::archived_at))
        .first(conn)?)
}

fn after(at: Timestamp, last: Option<i64>) -> Timestamp {
    last.map_or(at, |last| at.max(Timestamp::from_micros(last.saturating_add(1))))
}

#[async_trait]
impl PlacementRepository for Database {
    async fn commit(&self, change: Audited<PlacementChange>) -> Result<Result<Placement, SectionClosed>, StoreError> {
        self.commit_or_refuse(change, apply).await
    }
}
