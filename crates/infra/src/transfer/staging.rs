//! Archives for download over HTTP: made in a temporary file, few at a time, and then sent. So an archive is complete
//! and its size is known before its first byte is sent, and a slow download holds no connection to the database.

use super::export::{ExportOptions, Exporter};
use super::files::staged;
use super::pack::FilePack;
use crate::db::Database;
use crate::db::error::DbError;
use crate::db::schema::{comments, documents};
use crate::storage::read;
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_kernel::{CommentId, DocumentId, StoreError, UserId};
use facility_transfer::error::TransferError;
use facility_transfer::ports::{ArchiveWriter, Exports, OwnRecords};
use facility_transfer::staged::Staged;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// Number of archives of users' own records that are made at a time.
const OWN_AT_ONCE: usize = 2;
/// Time limit of the wait for a slot among them.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes archives for download. Those of users' own records have separate slots from those of the installation, so that
/// users never block an administrator.
#[derive(Clone)]
pub struct Archives {
    db: Database,
    exporter: Exporter,
    installations: Arc<Semaphore>,
    own: Arc<Semaphore>,
}

impl Archives {
    /// Exports this database with `exporter`. One archive of the installation is made at a time, and two of users' own
    /// records.
    pub fn new(db: Database, exporter: Exporter) -> Self {
        let slots = |count| Arc::new(Semaphore::new(count));
        Self { db, exporter, installations: slots(1), own: slots(OWN_AT_ONCE) }
    }

    /// Waits for a slot: archives of users' own records are short and limited in number, so a slot becomes free soon.
    async fn own_slot(&self) -> Result<OwnedSemaphorePermit, TransferError> {
        let slot = tokio::time::timeout(PATIENCE, Arc::clone(&self.own).acquire_owned()).await;
        slot.ok().and_then(Result::ok).ok_or(TransferError::Busy)
    }
}

#[async_trait]
impl Exports for Archives {
    async fn installation(&self, entry: Audited<()>) -> Result<Staged, TransferError> {
        let slot = Arc::clone(&self.installations).try_acquire_owned();
        let slot = slot.map_err(|_taken| TransferError::Busy)?;
        let now = entry.entry().timestamp;
        self.db.commit(entry, |_conn, ()| Ok(())).await?;
        let exporter = self.exporter.clone();
        let made = spawn_blocking(move || {
            let _slot = slot;
            let options = ExportOptions::default();
            let (file, _counts) = exporter.write(tempfile::tempfile()?, options, now, &mut |_, _, _| {})?;
            Ok::<_, TransferError>(staged(file)?)
        });
        made.await.map_err(io::Error::other)?
    }

    async fn begin(&self) -> Result<Box<dyn ArchiveWriter>, TransferError> {
        Ok(Box::new(FilePack::new(self.own_slot().await?)?))
    }

    async fn record(&self, entry: Audited<()>) -> Result<(), TransferError> {
        Ok(self.db.commit(entry, |_conn, ()| Ok(())).await?)
    }
}

#[async_trait]
impl OwnRecords for Archives {
    async fn documents(&self, owner: UserId) -> Result<Vec<DocumentId>, StoreError> {
        self.db
            .read(move |conn| {
                let ids: Vec<String> = documents::table
                    .filter(documents::submitted_by.eq(owner.to_string()))
                    .order(documents::position.asc())
                    .select(documents::id)
                    .load(conn)?;
                ids.iter().map(|id| read(id, "documents", "id", id)).collect()
            })
            .await
    }

    async fn comments(&self, author: UserId) -> Result<Vec<(DocumentId, Vec<CommentId>)>, StoreError> {
        let rows: Vec<(String, String)> = self
            .db
            .read(move |conn| {
                Ok(comments::table
                    .filter(comments::author_id.eq(author.to_string()))
                    .order((comments::document_id.asc(), comments::position.asc()))
                    .select((comments::document_id, comments::id))
                    .load(conn)?)
            })
            .await?;
        let of_one = |some: &[(String, String)]| {
            let document = some.first().map_or("", |(document, _)| document.as_str());
            let ids = some.iter().map(|(_, id)| read(id, "comments", "id", id));
            let document = read(document, "comments", "document_id", document)?;
            Ok((document, ids.collect::<Result<_, DbError>>()?))
        };
        let found: Result<_, DbError> = rows.chunk_by(|a, b| a.0 == b.0).map(of_one).collect();
        Ok(found?)
    }
}
