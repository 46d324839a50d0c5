//! The log of document views and downloads.

use super::background::Background;
use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_audit::access::{AccessEvent, AccessLog, Note, Readers};
use facility_kernel::{DocumentId, Page, PageRequest, StoreError, Timestamp, UserId};
use std::collections::HashMap;

/// The access log in the database. Entries are written within half a second, in the background.
#[derive(Clone)]
pub struct AccessLogRepo {
    db: Database,
    events: Background<Note>,
}

impl AccessLogRepo {
    /// Starts the writing task on the current runtime.
    pub fn start(db: Database) -> Self {
        let events = Background::start("access log", db.clone(), tables::access_log::insert_opened);
        Self { db, events }
    }

    /// Writes the outstanding entries. Call it when the server stops, after the last request.
    pub async fn shutdown(&self) {
        self.events.flush().await;
    }
}

#[async_trait]
impl AccessLog for AccessLogRepo {
    fn note(&self, note: Note) {
        self.events.push(note);
    }

    async fn note_all(&self, notes: Vec<Note>) -> Result<(), StoreError> {
        if notes.is_empty() {
            return Ok(());
        }
        self.db.write(move |conn| tables::access_log::insert(conn, &notes)).await
    }

    async fn list(
        &self,
        document: DocumentId,
        page: PageRequest,
    ) -> Result<(Page<AccessEvent>, u64), StoreError> {
        self.db.read(move |conn| tables::access_log::list(conn, document, page)).await
    }

    async fn opened(
        &self,
        reader: UserId,
        documents: Vec<DocumentId>,
    ) -> Result<HashMap<DocumentId, i32>, StoreError> {
        self.db.read(move |conn| tables::document_readers::opened(conn, reader, &documents)).await
    }

    async fn openings(&self, reader: UserId) -> Result<i64, StoreError> {
        self.db.read(move |conn| tables::document_readers::openings(conn, reader)).await
    }

    async fn readers(
        &self,
        document: DocumentId,
        except: UserId,
        since: Timestamp,
    ) -> Result<Readers, StoreError> {
        self.db.read(move |conn| tables::document_readers::count(conn, document, except, since)).await
    }
}
