//! Watching documents, and the notifications of comments and new versions.

use crate::clock::UuidIds;
use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{document_watches, documents, notifications, users};
use crate::on_both;
use crate::storage::users::notifications as notifications_of;
use crate::storage::{clearance, read};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use facility_documents::comments::talk::Person;
use facility_documents::ports::ReaderRepository;
use facility_kernel::{Clearance, CommentId, DocumentId, StoreError, UserId};
use facility_users::news::{NewsKind, Notification, NotificationId};

/// Maximum number of suggested completions of a name.
const MAX_COMPLETIONS: i64 = 8;

/// Notifies those who watch the document, except `informed`. Watchers who already have an unread notification about the
/// document get no further one.
pub(crate) fn notify_watchers(
    conn: &mut AnyConn,
    document: DocumentId,
    informed: &[UserId],
    news: impl Fn(NotificationId, UserId) -> Notification,
) -> Result<(), DbError> {
    let ids = UuidIds::default();
    for watcher in watchers(conn, document)? {
        if !informed.contains(&watcher) {
            notifications_of::insert(conn, &news(NotificationId::generate(&ids), watcher))?;
        }
    }
    Ok(())
}

/// Returns those who watch a document and have no unread notification about it. Its owner watches it by default.
fn watchers(conn: &mut AnyConn, document: DocumentId) -> Result<Vec<UserId>, DbError> {
    let id = document.to_string();
    let choices: Vec<(String, bool)> = document_watches::table
        .filter(document_watches::document_id.eq(&id))
        .order(document_watches::user_id.asc())
        .select((document_watches::user_id, document_watches::watches))
        .load(conn)?;
    let owner: Option<String> =
        documents::table.filter(documents::id.eq(&id)).select(documents::submitted_by).first(conn).optional()?;
    let by_default = owner.filter(|owner| choices.iter().all(|(user, _watches)| user != owner));
    let watching = choices.into_iter().filter_map(|(user, watches)| watches.then_some(user));
    let mut watching: Vec<String> = watching.chain(by_default).collect();
    let unread: Vec<String> = notifications::table
        .filter(notifications::user_id.eq_any(&watching))
        .filter(notifications::read_at.is_null())
        .filter(notifications::kind.eq(NewsKind::Watched.as_str()))
        .filter(notifications::entity_id.eq(&id))
        .select(notifications::user_id)
        .load(conn)?;
    watching.retain(|watcher| !unread.contains(watcher));
    let ids = watching.iter().map(|watcher| read(watcher, "document_watches", "user_id", &id));
    let ids: Vec<UserId> = ids.collect::<Result<_, DbError>>()?;
    Ok(ids.into_iter().filter(|id| !id.is_emergency_access()).collect())
}

/// Returns those of these notifications whose recipients have none about this comment yet.
pub(crate) fn without_notification(
    conn: &mut AnyConn,
    comment: CommentId,
    told: &[Notification],
) -> Result<Vec<Notification>, DbError> {
    let known: Vec<String> = notifications::table
        .filter(notifications::comment_id.eq(comment.to_string()))
        .select(notifications::user_id)
        .load(conn)?;
    Ok(told.iter().filter(|told| !known.contains(&told.recipient.to_string())).cloned().collect())
}

/// Stores whether somebody watches a document, if the document exists.
pub(crate) fn watch(conn: &mut AnyConn, document: DocumentId, user: UserId, watches: bool) -> Result<(), DbError> {
    let (document, user) = (document.to_string(), user.to_string());
    if !diesel::select(diesel::dsl::exists(documents::table.filter(documents::id.eq(&document))))
        .get_result::<bool>(conn)?
    {
        return Ok(());
    }
    let row = (
        document_watches::document_id.eq(document),
        document_watches::user_id.eq(user),
        document_watches::watches.eq(watches),
    );
    on_both!(conn, |c| diesel::insert_into(document_watches::table)
        .values(row)
        .on_conflict((document_watches::document_id, document_watches::user_id))
        .do_update()
        .set(document_watches::watches.eq(watches))
        .execute(c))?;
    Ok(())
}

/// Returns whether somebody watches a document. `None` if they have not chosen.
fn watches(conn: &mut AnyConn, document: DocumentId, user: UserId) -> Result<Option<bool>, DbError> {
    Ok(document_watches::table
        .find((document.to_string(), user.to_string()))
        .select(document_watches::watches)
        .first(conn)
        .optional()?)
}

#[async_trait]
impl ReaderRepository for Database {
    async fn people(&self, keys: Vec<String>, id: Option<UserId>) -> Result<Vec<Person>, StoreError> {
        self.read(move |conn| {
            let rows: Vec<(String, String, i32, bool)> = users::table
                .filter(
                    users::username_key.eq_any(&keys).or(users::id.eq(id.map(|id| id.to_string()).unwrap_or_default())),
                )
                .filter(users::is_approved.and(users::deleted_at.is_null()))
                .select((users::id, users::username_key, users::clearance_level, users::is_admin))
                .load(conn)?;
            let person = |(id, key, level, is_admin): (String, String, i32, bool)| {
                let clearance = clearance(level, "users", "clearance_level", &id)?;
                Ok(Person { id: read(&id, "users", "id", &id)?, key, clearance, is_admin })
            };
            let people: Vec<Person> = rows.into_iter().map(person).collect::<Result<_, DbError>>()?;
            Ok(people.into_iter().filter(|person| !person.id.is_emergency_access()).collect())
        })
        .await
    }

    async fn readers(
        &self,
        level: Clearance,
        only_administrators: bool,
        beginning: String,
        except: UserId,
    ) -> Result<Vec<String>, StoreError> {
        self.read(move |conn| {
            let escaped: String = beginning
                .chars()
                .flat_map(|c| matches!(c, '%' | '_' | '\\').then_some('\\').into_iter().chain([c]))
                .collect();
            let pattern = format!("{escaped}%");
            let admitted = Phrase::<Bool>::sql(if only_administrators { "users.is_admin" } else { "TRUE" });
            Ok(on_both!(conn, |c| users::table
                .filter(users::username_key.like(&pattern).escape('\\'))
                .filter(users::is_approved.and(users::deleted_at.is_null()))
                .filter(users::clearance_level.ge(i32::from(level.level())))
                .filter(users::id.ne_all([except.to_string(), UserId::EMERGENCY_ACCESS.to_owned()]))
                .filter(admitted)
                .order(users::username_key.asc())
                .limit(MAX_COMPLETIONS)
                .select(users::username)
                .load(c))?)
        })
        .await
    }

    async fn watch(&self, document: DocumentId, user: UserId, watches: bool) -> Result<(), StoreError> {
        self.write(move |conn| watch(conn, document, user, watches)).await
    }

    async fn watches(&self, document: DocumentId, user: UserId) -> Result<Option<bool>, StoreError> {
        self.read_at_once(move |conn| watches(conn, document, user)).await
    }
}
