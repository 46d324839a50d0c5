//! Comments on documents.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::repos::replies;
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::idempotency::Remember;
use facility_documents::comments::CommentRecord;
use facility_documents::comments::change::{CommentDeletion, CommentEdit, NewComment};
use facility_documents::comments::error::CommentError;
use facility_documents::comments::talk::Person;
use facility_documents::comments::view::VisibleComment;
use facility_documents::ports::{Audience, CommentRepository};
use facility_kernel::{Clearance, CommentId, DocumentId, Page, PageRequest, StoreError, UserId};
use std::convert::Infallible;

/// Comments in the database.
#[derive(Clone)]
pub struct CommentRepo(Database);

impl CommentRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl CommentRepository for CommentRepo {
    async fn list(
        &self,
        document: DocumentId,
        max_level: Clearance,
        page: PageRequest,
    ) -> Result<(Page<CommentRecord>, u64), StoreError> {
        self.0.read(move |conn| tables::comments::list(conn, document, max_level, page)).await
    }

    async fn find(&self, document: DocumentId, id: CommentId) -> Result<Option<CommentRecord>, StoreError> {
        self.0.read(move |conn| tables::comments::find(conn, document, id)).await
    }

    async fn find_some(&self, ids: Vec<CommentId>) -> Result<Vec<CommentRecord>, StoreError> {
        self.0.read(move |conn| tables::comments::find_some(conn, &ids)).await
    }

    async fn create(
        &self,
        comment: Audited<NewComment>,
        remember: Option<Remember>,
    ) -> Result<VisibleComment, CommentError> {
        let apply = move |conn: &mut AnyConn, new: &NewComment| {
            let id = |_made: &VisibleComment| new.comment.id.to_string();
            replies::apply_idempotently(conn, remember.as_ref(), id, |conn| {
                tables::comments::create(conn, new)?;
                Ok(Ok::<_, Infallible>(new.shown.clone()))
            })
        };
        match self.0.commit_or_refuse(comment, apply).await {
            Ok(Ok(shown)) => Ok(shown),
            Err(error) => Err(replies::repeat(&error).map_or_else(|| error.into(), CommentError::Repeated)),
        }
    }

    async fn edit(&self, edit: Audited<CommentEdit>) -> Result<(), StoreError> {
        self.0.commit(edit, tables::comments::edit).await
    }

    async fn delete(&self, deletion: Audited<CommentDeletion>) -> Result<(), StoreError> {
        self.0.commit(deletion, tables::comments::delete).await
    }
}

#[async_trait]
impl Audience for CommentRepo {
    async fn people(&self, keys: Vec<String>, id: Option<UserId>) -> Result<Vec<Person>, StoreError> {
        self.0.read(move |conn| tables::talk::people(conn, &keys, id)).await
    }

    async fn readers(
        &self,
        level: Clearance,
        only_administrators: bool,
        beginning: String,
        except: UserId,
    ) -> Result<Vec<String>, StoreError> {
        self.0
            .read(move |conn| tables::talk::readers(conn, level, only_administrators, &beginning, except))
            .await
    }

    async fn watch(&self, document: DocumentId, user: UserId, watches: bool) -> Result<(), StoreError> {
        self.0.write(move |conn| tables::talk::watch(conn, document, user, watches)).await
    }

    async fn watches(&self, document: DocumentId, user: UserId) -> Result<Option<bool>, StoreError> {
        self.0.read_at_once(move |conn| tables::talk::watches(conn, document, user)).await
    }
}
