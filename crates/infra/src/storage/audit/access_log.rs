//! Views and downloads of documents.

use crate::db::Database;
use crate::db::background::Background;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{document_access_log, document_access_log as log};
use crate::storage::audit::activity;
use crate::storage::audit::readers::{self, Opened};
use crate::storage::audit::recently_opened::RecentlyOpened;
use crate::storage::exact;
use crate::storage::users::notifications;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text};
use facility_audit::access::{AccessEvent, AccessLog, AccessType, NewAccess, ReaderCounts};
use facility_audit::activity::{Metric, hour_of};
use facility_kernel::{AttemptId, DocumentId, Page, PageRequest, StoreError, Timestamp, UserId};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

columns! {
    #[derive(QueryableByName)]
    struct Columns in document_access_log, of event: AccessEvent {
        id: AttemptId = event.id,
        document_id: DocumentId = event.document_id,
        user_id: UserId = event.user_id,
        username: String = event.username,
        access_type: AccessType = event.access_type,
        version: Option<i32> = event.version,
        accessed_at: Timestamp = event.accessed_at,
        ip_address: Option<String> = event.ip_address,
        user_agent: Option<String> = event.user_agent,
    }
    fn event() -> AccessEvent = AccessEvent {
        id, document_id, user_id, username, access_type, version, accessed_at, ip_address, user_agent,
    }
}

/// Number of a document's newest accesses that are searched for a repeated one.
const SEARCHED: usize = 200;

/// Writes the events in order, except those that repeat another and may be skipped. Events that are already stored,
/// because the answer to their COMMIT was lost, are left unchanged.
fn insert(conn: &mut AnyConn, notes: &[NewAccess]) -> Result<(), DbError> {
    insert_new(conn, notes).map(drop)
}

/// Writes the events as [`insert`] does, and marks the notifications about what was opened as read.
fn insert_opened(conn: &mut AnyConn, notes: &[NewAccess]) -> Result<(), DbError> {
    let opened = insert_new(conn, notes)?;
    notifications::mark_opened(conn, &opened)
}

fn insert_new(conn: &mut AnyConn, notes: &[NewAccess]) -> Result<Vec<Opened>, DbError> {
    let written = newest(conn, notes)?;
    let mut of_batch: HashMap<DocumentId, Vec<&AccessEvent>> = HashMap::new();
    let mut events: Vec<&AccessEvent> = Vec::with_capacity(notes.len());
    for NewAccess { event, unless_since } in notes {
        let batch = of_batch.entry(event.document_id).or_default();
        if let Some(since) = *unless_since {
            let written = written.get(&event.document_id).into_iter().flatten();
            let mut earlier = batch.iter().rev().take(SEARCHED).copied().chain(written);
            if earlier.any(|earlier| event.repeats(earlier, since)) {
                continue;
            }
        }
        batch.push(event);
        events.push(event);
    }
    write(conn, &events)
}

/// Returns the accesses that these notes may repeat: those by the same user among the newest of each document.
fn newest(conn: &mut AnyConn, notes: &[NewAccess]) -> Result<HashMap<DocumentId, Vec<AccessEvent>>, DbError> {
    let may_repeat = notes.iter().filter(|note| note.unless_since.is_some()).map(|note| &note.event);
    let wanted: HashSet<_> = may_repeat.map(|event| (event.document_id, event.user_id)).collect();
    let wanted = wanted.into_iter().map(|(document, user)| (document.to_string(), user.to_string()));
    let rows: Vec<Columns> = match conn {
        // SQLite runs in this process, so a statement costs no round trip and stays prepared.
        AnyConn::Sqlite(c) => {
            let sql = format!(
                "SELECT * FROM (SELECT * FROM document_access_log WHERE document_id = $1 \
                 ORDER BY position DESC LIMIT {SEARCHED}) WHERE user_id = $2"
            );
            let mut rows = Vec::new();
            for (document, user) in wanted {
                let query = diesel::sql_query(&sql).bind::<Text, _>(document).bind::<Text, _>(user);
                rows.extend(query.load::<Columns>(c)?);
            }
            rows
        }
        AnyConn::Pg(c) => {
            let (documents, users): (Vec<String>, Vec<String>) = wanted.unzip();
            if documents.is_empty() {
                return Ok(HashMap::new());
            }
            let sql = format!(
                "SELECT found.* FROM unnest($1, $2) AS wanted(document, reader) CROSS JOIN LATERAL \
                 (SELECT * FROM document_access_log WHERE document_id = wanted.document \
                 ORDER BY position DESC LIMIT {SEARCHED}) AS found WHERE found.user_id = wanted.reader"
            );
            diesel::sql_query(sql).bind::<Array<Text>, _>(documents).bind::<Array<Text>, _>(users).load(c)?
        }
    };
    let mut written: HashMap<DocumentId, Vec<AccessEvent>> = HashMap::new();
    for row in rows {
        let event = row.event()?;
        written.entry(event.document_id).or_default().push(event);
    }
    Ok(written)
}

fn write(conn: &mut AnyConn, events: &[&AccessEvent]) -> Result<Vec<Opened>, DbError> {
    let rows = events.iter().map(|event| Columns::of(event));
    let written: Vec<Columns> = match conn {
        AnyConn::Sqlite(c) => {
            // One prepared statement per row; a statement with many rows would be rebuilt and parsed each time.
            let mut written = Vec::new();
            for row in rows {
                let insert = diesel::insert_into(log::table).values(&row).on_conflict(log::id).do_nothing();
                written.extend(insert.returning(Columns::as_returning()).get_result(c).optional()?);
            }
            written
        }
        AnyConn::Pg(c) => write_at_once(c, &rows.collect::<Vec<_>>())?,
    };
    count(conn, &written)?;
    let opened: Vec<Opened> = written.into_iter().map(Opened::from).collect();
    readers::put(conn, &opened)?;
    Ok(opened)
}

/// Adds the written accesses to the activity counters, by the hour.
fn count(conn: &mut AnyConn, written: &[Columns]) -> Result<(), DbError> {
    let mut sums: BTreeMap<(Metric, Timestamp), (i64, Timestamp)> = BTreeMap::new();
    for row in written {
        let Some(access) = AccessType::parse(&row.access_type) else { continue };
        let metric = Metric::of_access(access);
        let at = Timestamp::from_micros(row.accessed_at);
        let (sum, last) = sums.entry((metric, hour_of(at))).or_insert((0, at));
        (*sum, *last) = (sum.saturating_add(1), at.max(*last));
    }
    for ((metric, _), (sum, last)) in sums {
        activity::add(conn, metric, sum, last)?;
    }
    Ok(())
}

/// Writes all rows in one round trip with nine values, whatever their number: the server takes longer to parse
/// thousands of values than to write the rows.
fn write_at_once(conn: &mut PgConnection, rows: &[Columns]) -> Result<Vec<Columns>, DbError> {
    let texts = |of: fn(&Columns) -> &String| rows.iter().map(of).collect::<Vec<_>>();
    diesel::sql_query(
        "INSERT INTO document_access_log \
         (id, document_id, user_id, username, access_type, version, accessed_at, ip_address, user_agent) \
         SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING RETURNING *",
    )
    .bind::<Array<Text>, _>(texts(|row| &row.id))
    .bind::<Array<Text>, _>(texts(|row| &row.document_id))
    .bind::<Array<Text>, _>(texts(|row| &row.user_id))
    .bind::<Array<Text>, _>(texts(|row| &row.username))
    .bind::<Array<Text>, _>(texts(|row| &row.access_type))
    .bind::<Array<Nullable<Integer>>, _>(rows.iter().map(|row| row.version).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.accessed_at).collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(rows.iter().map(|row| row.ip_address.as_deref()).collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(rows.iter().map(|row| row.user_agent.as_deref()).collect::<Vec<_>>())
    .load(conn)
    .map_err(DbError::from)
}

impl From<Columns> for Opened {
    fn from(row: Columns) -> Self {
        Self { document_id: row.document_id, user_id: row.user_id, version: row.version, at: row.accessed_at }
    }
}

/// Maximum number of documents of one reader that [`AccessLog::openings`] looks up. Nobody opens as many by hand in a few
/// seconds.
const LOOKED_UP: usize = 200;

/// The access log in the database. Entries are written in the background, within half a second. What a reader opened
/// through this process is marked as opened in lists at once.
#[derive(Clone)]
pub struct AccessLogStore {
    db: Database,
    events: Background<NewAccess>,
    recent: Arc<Mutex<RecentlyOpened>>,
    /// Counts answers that must differ from all others.
    unlike: Arc<AtomicI64>,
}

impl AccessLogStore {
    /// Starts the writing task on the current runtime.
    pub fn start(db: Database) -> Self {
        let events = Background::start("access log", db.clone(), insert_opened);
        Self { db, events, recent: Arc::default(), unlike: Arc::default() }
    }

    fn recent(&self) -> MutexGuard<'_, RecentlyOpened> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the outstanding entries. Call it when the server stops, after the last request.
    pub async fn shutdown(&self) {
        self.events.flush().await;
    }
}

#[async_trait]
impl AccessLog for AccessLogStore {
    fn note(&self, note: NewAccess) {
        let event = &note.event;
        if let Some(version) = event.version {
            self.recent().add(event.user_id, event.document_id, version, Instant::now());
        }
        self.events.push(note);
    }

    async fn note_all(&self, notes: Vec<NewAccess>) -> Result<(), StoreError> {
        if notes.is_empty() {
            return Ok(());
        }
        self.db.write(move |conn| insert(conn, &notes)).await
    }

    async fn list(&self, document: DocumentId, page: PageRequest) -> Result<(Page<AccessEvent>, u64), StoreError> {
        self.db
            .read(move |conn| {
                let document = document.to_string();
                let total: i64 = log::table.filter(log::document_id.eq(&document)).count().get_result(conn)?;
                let before = page.after.map_or(i64::MAX, facility_kernel::Cursor::position);
                let rows: Vec<(i64, Columns)> = log::table
                    .filter(log::document_id.eq(&document))
                    .filter(log::position.lt(before))
                    .order(log::position.desc())
                    .limit(i64::from(page.limit.get()) + 1)
                    .select((log::position, Columns::as_select()))
                    .load(conn)?;
                let events = rows
                    .into_iter()
                    .map(|(position, row)| Ok((position, row.event()?)))
                    .collect::<Result<_, DbError>>()?;
                Ok((Page::from_rows(events, page.limit), exact(total)))
            })
            .await
    }

    async fn opened(&self, reader: UserId, documents: Vec<DocumentId>) -> Result<HashMap<DocumentId, i32>, StoreError> {
        let remembered = self.recent().of(reader, &documents, Instant::now());
        let mut opened: HashMap<DocumentId, i32> = if let [document] = documents[..] {
            let found = self.db.read_at_once(move |conn| readers::opened_one(conn, reader, document)).await?;
            found.into_iter().collect()
        } else {
            self.db.read(move |conn| readers::opened(conn, reader, &documents)).await?
        };
        for (document, version) in remembered {
            let latest = opened.entry(document).or_insert(version);
            *latest = version.max(*latest);
        }
        Ok(opened)
    }

    async fn openings(&self, reader: UserId) -> Result<i64, StoreError> {
        let remembered = self.recent().all_of(reader, Instant::now());
        if remembered.len() > LOOKED_UP {
            // A number that no list has: the reader gets the list again instead of "unchanged".
            return Ok(-1 - self.unlike.fetch_add(1, Ordering::Relaxed));
        }
        self.db
            .read_at_once(move |conn| {
                let written = readers::openings(conn, reader)?;
                if remembered.is_empty() {
                    return Ok(written);
                }
                let documents: Vec<DocumentId> = remembered.iter().map(|(document, _)| *document).collect();
                let opened = readers::opened(conn, reader, &documents)?;
                let is_new = |(document, version): &&(DocumentId, i32)| opened.get(document) < Some(version);
                Ok(written.saturating_add(i64::try_from(remembered.iter().filter(is_new).count()).unwrap_or(0)))
            })
            .await
    }

    async fn readers(
        &self,
        document: DocumentId,
        except: UserId,
        since: Timestamp,
    ) -> Result<ReaderCounts, StoreError> {
        self.db.read(move |conn| readers::count(conn, document, except, since)).await
    }
}
