//! The queue of edits, and edits that waited too long.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::phrase::Phrase;
use crate::db::schema::{document_edits, documents, users};
use crate::events::relay::notify;
use crate::on_both;
use crate::storage::documents::prepared;
use crate::storage::documents::published::DOCUMENT_BYTES;
use crate::storage::files::refs::{self, Holder};
use crate::storage::kernel::replies;
use crate::storage::page_bytes::{self, Length};
use crate::storage::read;
use crate::storage::submissions::edits::{
    self, Columns, NotProposed, PendingEdit, Row, TABLE, is_pending, records_of, waits_since,
};
use crate::storage::submissions::{drafts, resubmissions, waiting};
use crate::storage::users::notifications;
use async_trait::async_trait;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use facility_audit::entry::Audited;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{Clearance, Cursor, EditId, Page, PageRequest, StoreError, Timestamp, UserId};
use facility_submissions::case::{Case, Status};
use facility_submissions::edits::change::{EditReviewChange, EditWithdrawal, NewEdit, OwnEdit};
use facility_submissions::edits::error::EditError;
use facility_submissions::edits::view::EditView;
use facility_submissions::edits::{EditRecord, EditRequest};
use facility_submissions::ports::EditRepository;
use facility_submissions::reclassification::Reclassification;

/// Edits with their authors' names. A macro, because the query's type differs per database.
macro_rules! with_usernames {
    () => {
        document_edits::table
            .inner_join(documents::table.on(documents::id.eq(document_edits::document_id)))
            .inner_join(users::table.on(users::id.eq(document_edits::submitted_by)))
    };
}

/// The columns of a [`Row`], with or without the content.
macro_rules! row {
    ($content:expr) => {
        (
            document_edits::position,
            Columns::as_select(),
            document_edits::preview,
            sql::<Nullable<Text>>($content),
            users::username,
        )
    };
}

const CONTENT: &str = "document_edits.content";
const EDIT_BYTES: &str = "CAST(octet_length(document_edits.content) AS BIGINT)";
const NO_CONTENT: &str = "CAST(NULL AS TEXT)";

/// The levels of an edit, of its base and of its document, and the lengths of the edit's text and the document's.
type Lengths = ((i32, i32, i32), Length, Length);

/// Returns pending edits whose wait began after `started_after`, oldest first.
fn pending(
    conn: &mut AnyConn,
    started_after: Timestamp,
    reader: Clearance,
    with_content: bool,
    page: PageRequest,
) -> Result<Page<EditRecord>, DbError> {
    let (at, position) = page.after.map_or((i64::MIN, i64::MIN), Cursor::both);
    let limit = page.limit.get();
    let wanted = || {
        with_usernames!()
            .filter(is_pending())
            .filter(waits_since().gt(started_after.as_micros()))
            // Positions follow the order of inserts, which on PostgreSQL can differ from that of the times.
            .filter(Phrase::<Bool>::sql("(document_edits.created_at, document_edits.position) > (").pair(at, position))
            .order((document_edits::created_at.asc(), document_edits::position.asc()))
    };
    let (fitting, more) = if with_content {
        let lengths: Vec<Lengths> = on_both!(conn, |c| wanted()
            .limit(i64::from(limit) + 1)
            .select((
                (document_edits::clearance_level, document_edits::base_clearance, documents::clearance_level),
                (sql::<BigInt>(EDIT_BYTES), page_bytes::variants("document_edits.preview")),
                (sql::<BigInt>(DOCUMENT_BYTES), page_bytes::variants("documents.preview")),
            ))
            .load(c))?;
        // Both texts are withheld from readers below the highest level of the edit.
        let shown = lengths.into_iter().map(|((proposed, base, present), edit, document)| {
            let needed = Some(proposed.max(base).max(present));
            let edit = page_bytes::visible_bytes(edit, needed, reader);
            edit.saturating_add(page_bytes::visible_bytes(document, needed, reader))
        });
        page_bytes::fitting(&shown.collect::<Vec<_>>(), limit)
    } else {
        let found: Vec<i64> = wanted().limit(i64::from(limit) + 1).select(document_edits::position).load(conn)?;
        (found.len().min(limit.into()), found.len() > limit.into())
    };
    let content = if with_content { CONTENT } else { NO_CONTENT };
    let rows: Vec<Row> = wanted().limit(i64::try_from(fitting).unwrap_or(i64::MAX)).select(row!(content)).load(conn)?;
    let with_cursor = |(position, record): (i64, EditRecord)| {
        Ok((Cursor::after_both(record.edit.case.created_at.as_micros(), position), record))
    };
    page_bytes::page(records_of(conn, rows, with_content)?.into_iter().map(with_cursor), more)
}

#[async_trait]
impl EditRepository for Database {
    async fn find(&self, id: EditId) -> Result<Option<EditRecord>, StoreError> {
        self.read(move |conn| {
            let rows: Vec<Row> =
                with_usernames!().filter(document_edits::id.eq(id.to_string())).select(row!(CONTENT)).load(conn)?;
            Ok(records_of(conn, rows, true)?.pop().map(|(_position, record)| record))
        })
        .await
    }

    async fn pending(
        &self,
        started_after: Timestamp,
        reader: Clearance,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<EditRecord>, StoreError> {
        self.read(move |conn| pending(conn, started_after, reader, with_content, page)).await
    }

    async fn pending_of(
        &self,
        owner: UserId,
        started_after: Timestamp,
        page: PageRequest,
    ) -> Result<Page<OwnEdit>, StoreError> {
        self.read(move |conn| {
            let before = page.after.map_or(i64::MAX, Cursor::position);
            let rows: Vec<(i64, String, String, String, i64)> = document_edits::table
                .filter(document_edits::submitted_by.eq(owner.to_string()))
                .filter(is_pending())
                .filter(waits_since().gt(started_after.as_micros()))
                .filter(document_edits::position.lt(before))
                .order(document_edits::position.desc())
                .limit(i64::from(page.limit.get()) + 1)
                .select((
                    document_edits::position,
                    document_edits::id,
                    document_edits::document_id,
                    document_edits::title,
                    document_edits::created_at,
                ))
                .load(conn)?;
            let own = |(position, id, document, title, created_at): (i64, String, String, String, i64)| {
                let own = OwnEdit {
                    id: read(&id, TABLE, "id", &id)?,
                    document_id: read(&document, TABLE, "document_id", &id)?,
                    title,
                    created_at: Timestamp::from_micros(created_at),
                };
                Ok((position, own))
            };
            Ok(Page::from_rows(rows.into_iter().map(own).collect::<Result<_, DbError>>()?, page.limit))
        })
        .await
    }

    async fn authored(&self, owner: UserId, page: PageRequest) -> Result<Page<EditRecord>, StoreError> {
        self.read(move |conn| {
            let before = page.after.map_or(i64::MAX, Cursor::position);
            let rows: Vec<Row> = with_usernames!()
                .filter(document_edits::submitted_by.eq(owner.to_string()))
                .filter(document_edits::position.lt(before))
                .order(document_edits::position.desc())
                .limit(i64::from(page.limit.get()) + 1)
                .select(row!(NO_CONTENT))
                .load(conn)?;
            Ok(Page::from_rows(records_of(conn, rows, false)?, page.limit))
        })
        .await
    }

    async fn withdraw(&self, withdrawal: Audited<EditWithdrawal>) -> Result<(), StoreError> {
        self.commit(withdrawal, |conn, withdrawal| {
            let pending = document_edits::table
                .filter(document_edits::id.eq(withdrawal.id.to_string()))
                .filter(document_edits::status.eq(Status::Pending.as_str()))
                .filter(document_edits::resubmitted_as.is_null());
            exactly_one(diesel::delete(pending).execute(conn)?)?;
            refs::release_all(conn, &[Holder::Edit(withdrawal.id)])?;
            resubmissions::forget(conn, resubmissions::EDITS, &withdrawal.id.to_string())?;
            let (document, owner) = (withdrawal.document_id.to_string(), withdrawal.owner.to_string());
            notifications::settle_time_out(conn, &document, &owner, withdrawal.at)
        })
        .await
    }

    async fn propose(
        &self,
        edit: Audited<NewEdit>,
        remember: Option<IdempotentRequest>,
    ) -> Result<EditView, EditError> {
        let Case { author, created_at, .. } = edit.change().edit.case;
        let event = drafts::changed(author, created_at);
        let drafts_changed = event.clone();
        let apply = move |conn: &mut AnyConn, new: &NewEdit| {
            let id = |_made: &EditView| new.edit.case.id.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), id, |conn| {
                let EditRequest { document_id, text, .. } = &new.edit;
                if let Err(full) = waiting::check_pending_quota(conn, author, &text.content)? {
                    return Ok(Err(full.into()));
                }
                let written = edits::propose(conn, new)?;
                if written.is_ok() && drafts::delete_edit(conn, author, *document_id)? {
                    notify(conn, &drafts_changed)?;
                }
                Ok(written.map(|()| new.shown.clone()).map_err(|refused| match refused {
                    NotProposed::NoDocument => EditError::NotFound,
                    NotProposed::AlreadyResubmitted => EditError::AlreadyResubmitted,
                    NotProposed::FileTaken => EditError::unusable_file(),
                }))
            })
        };
        match self.commit_or_refuse(edit, apply).await {
            Ok(written) => {
                if written.is_ok() && self.is_sqlite() {
                    self.hints().relay(event);
                }
                written
            }
            Err(error) => Err(replies::repeat(&error).map_or(EditError::Store(error), EditError::Repeated)),
        }
    }

    async fn reclassify(&self, change: Audited<Reclassification>) -> Result<(), EditError> {
        let derivation = prepared::revision(self, &change.change().revision).await?;
        let apply = move |conn: &mut AnyConn, change: &Reclassification| edits::reclassify(conn, change, &derivation);
        self.commit_or_refuse(change, apply).await?.map_err(|PendingEdit| EditError::EditPending)
    }

    async fn review(&self, review: Audited<EditReviewChange>) -> Result<(), StoreError> {
        let decision = &review.change().decision;
        let preview = prepared::previews(&decision.after.text.content).await?;
        let derivation = match &decision.revision {
            Some(revision) => Some(prepared::revision(self, revision).await?),
            None => None,
        };
        let apply = move |conn: &mut AnyConn, change: &EditReviewChange| {
            edits::review(conn, change, &preview, derivation.as_ref())
        };
        self.commit(review, apply).await
    }
}
