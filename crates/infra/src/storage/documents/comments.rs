//! Comments on documents.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{comments, documents, users};
use crate::storage::documents::watchers;
use crate::storage::exact;
use crate::storage::files::refs::{self, Holder};
use crate::storage::kernel::replies;
use crate::storage::users::notifications;
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_documents::comments::change::{CommentDeletion, CommentEdit, NewComment};
use facility_documents::comments::error::CommentError;
use facility_documents::comments::quote::Quote;
use facility_documents::comments::view::VisibleComment;
use facility_documents::comments::{Answered, Comment, CommentRecord};
use facility_documents::ports::CommentRepository;
use facility_documents::sealed::storage::unseal;
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{Clearance, CommentId, DocumentId, Page, PageRequest, StoreError, Timestamp, UserId};
use std::convert::Infallible;

columns! {
    struct Columns in comments, of comment: Comment {
        id: CommentId = comment.id,
        document_id: DocumentId = comment.document_id,
        clearance_level: Clearance = comment.clearance,
        author_id: UserId = comment.author,
        quote: Option<String> = comment.quote.as_ref().map(|quote| unseal(&quote.text).clone()),
        quote_level: Option<Clearance> = comment.quote.as_ref().map(|quote| quote.level),
        answers_to: Option<CommentId> = comment.answers.map(|answered| answered.id),
        answers_level: Option<Clearance> = comment.answers.map(|answered| answered.level),
        deleted_by: Option<UserId> = comment.deleted_by,
        created_at: Timestamp = comment.created_at,
        edited_at: Option<Timestamp> = comment.edited_at,
        updated_at: Timestamp = comment.updated_at,
        content: String = unseal(&comment.content),
    }
    fn comment() -> Comment = Comment {
        quote: quote.zip(quote_level).map(|(text, level)| Quote { text: text.into(), level }),
        answers: answers_to.zip(answers_level).map(|(id, level)| Answered { id, level }),
        clearance: clearance_level, author: author_id, content: content.into(),
        id, document_id, deleted_by, created_at, edited_at, updated_at,
    }
}

fn record((columns, author_username): (Columns, String)) -> Result<CommentRecord, DbError> {
    Ok(CommentRecord { comment: columns.comment()?, author_username })
}

/// Writes a new comment. Errors: [`DbError::Stale`] if the document is gone or has another version.
fn create(conn: &mut AnyConn, new: &NewComment) -> Result<(), DbError> {
    let decided_on = documents::table
        .filter(documents::id.eq(new.comment.document_id.to_string()))
        .filter(documents::version.eq(new.version))
        .select(documents::position);
    // On PostgreSQL, the row lock serializes this with a deletion of the document.
    let position: Option<i64> = match conn {
        AnyConn::Sqlite(c) => decided_on.first(c).optional()?,
        AnyConn::Pg(c) => decided_on.for_key_share().first(c).optional()?,
    };
    if position.is_none() {
        return Err(DbError::Stale);
    }
    let comment = &new.comment;
    diesel::insert_into(comments::table).values(Columns::of(comment)).execute(conn)?;
    refs::hold_pictures(conn, unseal(&comment.content), Holder::Comment(comment.id))?;
    new.notifications.iter().try_for_each(|news| notifications::insert(conn, news))?;
    let informed: Vec<UserId> = new.notifications.iter().map(|news| news.recipient).chain([comment.author]).collect();
    watchers::notify_watchers(conn, comment.document_id, &informed, |id, watcher| new.for_watcher(id, watcher))?;
    watchers::watch(conn, comment.document_id, comment.author, true)
}

#[async_trait]
impl CommentRepository for Database {
    async fn list(
        &self,
        document: DocumentId,
        max_level: Clearance,
        page: PageRequest,
    ) -> Result<(Page<CommentRecord>, u64), StoreError> {
        self.read(move |conn| {
            let admitted = || {
                comments::table
                    .filter(comments::document_id.eq(document.to_string()))
                    .filter(comments::clearance_level.le(i32::from(max_level.level())))
            };
            let total: i64 = admitted().count().get_result(conn)?;
            let after = page.after.map_or(i64::MIN, facility_kernel::Cursor::position);
            let rows: Vec<(i64, Columns, String)> = admitted()
                .inner_join(users::table.on(users::id.eq(comments::author_id)))
                .filter(comments::position.gt(after))
                .order(comments::position.asc())
                .limit(i64::from(page.limit.get()) + 1)
                .select((comments::position, Columns::as_select(), users::username))
                .load(conn)?;
            let rows = rows.into_iter().map(|(position, columns, name)| Ok((position, record((columns, name))?)));
            Ok((Page::from_rows(rows.collect::<Result<_, DbError>>()?, page.limit), exact(total)))
        })
        .await
    }

    async fn find(&self, document: DocumentId, id: CommentId) -> Result<Option<CommentRecord>, StoreError> {
        self.read(move |conn| {
            let row: Option<(Columns, String)> = comments::table
                .inner_join(users::table.on(users::id.eq(comments::author_id)))
                .filter(comments::document_id.eq(document.to_string()))
                .filter(comments::id.eq(id.to_string()))
                .select((Columns::as_select(), users::username))
                .first(conn)
                .optional()?;
            row.map(record).transpose()
        })
        .await
    }

    async fn find_some(&self, ids: Vec<CommentId>) -> Result<Vec<CommentRecord>, StoreError> {
        self.read(move |conn| {
            let rows: Vec<(Columns, String)> = comments::table
                .inner_join(users::table.on(users::id.eq(comments::author_id)))
                .filter(comments::id.eq_any(ids.iter().map(ToString::to_string)))
                .select((Columns::as_select(), users::username))
                .load(conn)?;
            rows.into_iter().map(record).collect()
        })
        .await
    }

    async fn create(
        &self,
        comment: Audited<NewComment>,
        remember: Option<IdempotentRequest>,
    ) -> Result<VisibleComment, CommentError> {
        let apply = move |conn: &mut AnyConn, new: &NewComment| {
            let id = |_made: &VisibleComment| new.comment.id.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), id, |conn| {
                create(conn, new)?;
                Ok(Ok::<_, Infallible>(new.shown.clone()))
            })
        };
        match self.commit_or_refuse(comment, apply).await {
            Ok(Ok(shown)) => Ok(shown),
            Err(error) => Err(replies::repeat(&error).map_or_else(|| error.into(), CommentError::Repeated)),
        }
    }

    async fn edit(&self, edit: Audited<CommentEdit>) -> Result<(), StoreError> {
        self.commit(edit, |conn, edit| {
            let comment = &edit.comment;
            let present =
                comments::table.filter(comments::id.eq(comment.id.to_string())).filter(comments::deleted_by.is_null());
            let touched = diesel::update(present)
                .set((
                    comments::content.eq(unseal(&comment.content)),
                    comments::edited_at.eq(comment.edited_at.map(Timestamp::as_micros)),
                    comments::updated_at.eq(comment.updated_at.as_micros()),
                ))
                .execute(conn)?;
            exactly_one(touched)?;
            let (content, holder) = (unseal(&comment.content), Holder::Comment(comment.id));
            refs::release_unnamed_pictures(conn, content, holder, comment.updated_at)?;
            refs::hold_pictures(conn, content, holder)?;
            let uninformed = watchers::without_notification(conn, comment.id, &edit.notifications)?;
            uninformed.iter().try_for_each(|news| notifications::insert(conn, news))
        })
        .await
    }

    async fn delete(&self, deletion: Audited<CommentDeletion>) -> Result<(), StoreError> {
        self.commit(deletion, |conn, deletion| {
            // Its replies lose their reference to it.
            let present =
                comments::table.filter(comments::id.eq(deletion.id.to_string())).filter(comments::deleted_by.is_null());
            let touched = diesel::update(present)
                .set((
                    comments::deleted_by.eq(Some(deletion.by.to_string())),
                    comments::updated_at.eq(deletion.at.as_micros()),
                ))
                .execute(conn)?;
            exactly_one(touched)?;
            let answers = comments::table.filter(comments::answers_to.eq(deletion.id.to_string()));
            let none = (comments::answers_to.eq(None::<String>), comments::answers_level.eq(None::<i32>));
            diesel::update(answers).set(none).execute(conn)?;
            refs::release_all(conn, &[Holder::Comment(deletion.id)]).map(drop)
        })
        .await
    }
}
