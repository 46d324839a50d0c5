//! Documents whose release date has passed.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::documents;
use crate::storage::kernel::jobs;
use crate::storage::read;
use crate::storage::users::notifications;
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_documents::ports::{ReleaseAnnouncement, ReleaseRepository, Released, ReleasedDocument};
use facility_kernel::{StoreError, Timestamp};
use std::time::Duration;

/// The job whose progress mark is the time up to which releases are announced.
const JOB: &str = "announce_releases";
/// Maximum number of documents per announcement, except that documents with the same release date stay together.
const AT_A_TIME: i64 = 100;

/// How far the clocks of nodes may differ. A mark that is later than this comes from a clock that was ahead.
const SKEW: Duration = Duration::from_secs(10);

/// The result of a check for passed releases.
enum Check {
    /// There is no mark yet: [`begin`] has to set the time from which on releases are announced.
    First,
    /// The mark is this time in the future: [`reset_mark`] has to set it to now.
    Ahead(Timestamp),
    /// The next documents to announce.
    Found(Released),
    /// Nothing is left to announce.
    Nothing,
}

/// Finds the next documents whose release date passed after their publication, earliest first.
fn passed(conn: &mut AnyConn, now: Timestamp) -> Result<Check, DbError> {
    let Some(from) = jobs::mark(conn, JOB)? else { return Ok(Check::First) };
    if from > now.plus(SKEW) {
        return Ok(Check::Ahead(from));
    }
    let scheduled = documents::scheduled_release_at.assume_not_null();
    let due = |until: i64| {
        documents::table
            .filter(documents::scheduled_release_at.is_not_null())
            .filter(scheduled.gt(from.as_micros()))
            .filter(scheduled.le(until))
            // A document published after its release date was announced when it was published.
            .filter(scheduled.gt(documents::created_at))
    };
    let dates: Vec<i64> = due(now.as_micros()).order(scheduled.asc()).limit(AT_A_TIME).select(scheduled).load(conn)?;
    let Some(until) = dates.last().copied() else { return Ok(Check::Nothing) };
    let rows: Vec<(String, String, String)> = due(until)
        .order(documents::position.asc())
        .select((documents::id, documents::submitted_by, documents::title))
        .load(conn)?;
    let document = |(id, owner, title): (String, String, String)| {
        Ok(ReleasedDocument {
            id: read(&id, "documents", "id", &id)?,
            owner: read(&owner, "documents", "submitted_by", &id)?,
            title,
        })
    };
    let documents = rows.into_iter().map(document).collect::<Result<_, DbError>>()?;
    Ok(Check::Found(Released { from, until: Timestamp::from_micros(until), documents }))
}

/// Starts announcing releases from now on, unless the mark is already set.
fn begin(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    jobs::begin(conn, JOB, now)
}

/// Sets the mark from a time in the future back to now, after a clock that was ahead. Does nothing if another node was
/// first.
fn reset_mark(conn: &mut AnyConn, from: Timestamp, now: Timestamp) -> Result<(), DbError> {
    match jobs::move_mark(conn, JOB, from, now) {
        Err(DbError::Stale) => Ok(()),
        moved => moved,
    }
}

#[async_trait]
impl ReleaseRepository for Database {
    async fn passed(&self, now: Timestamp) -> Result<Option<Released>, StoreError> {
        // Every node checks every second, so a check that finds nothing must not write.
        match self.read(move |conn| passed(conn, now)).await? {
            Check::Found(released) => Ok(Some(released)),
            Check::Nothing => Ok(None),
            Check::Ahead(from) => {
                self.write(move |conn| reset_mark(conn, from, now)).await?;
                Ok(None)
            }
            Check::First => {
                self.write(move |conn| begin(conn, now)).await?;
                Ok(None)
            }
        }
    }

    async fn announce(&self, announcement: Audited<ReleaseAnnouncement>) -> Result<(), StoreError> {
        self.commit(announcement, |conn, announcement| {
            jobs::move_mark(conn, JOB, announcement.released.from, announcement.released.until)?;
            announcement.news.iter().try_for_each(|news| notifications::insert(conn, news))
        })
        .await
    }
}
