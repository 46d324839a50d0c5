//! The audit log.
//!
//! It has no full-text index, which would slow down every audited write, while administrators search only now and then.
//! Only actions and names have indexes. A search scans the log in steps, each a short statement of its own: it never
//! holds a connection for long, and no statement reaches its time limit.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::storage::audit::attempts;
use crate::storage::audit::entries::{self, count_within, list_within};
use crate::storage::exact;
use async_trait::async_trait;
use facility_audit::activity::Metric;
use facility_audit::attempts::LoginAttempt;
use facility_audit::chain::{ChainKey, Link, SealedEntry};
use facility_audit::entry::Audited;
use facility_audit::filter::LogFilter;
use facility_audit::segment::Segment;
use facility_audit::trail::AuditLog;
use facility_kernel::{Cursor, Page, PageRequest, StoreError};
use std::collections::VecDeque;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of entries that one statement scans, in about 80 ms for words, and the maximum number of such steps per call.
const SCAN: (i64, usize) = (20_000, 5);
/// The same for filters that an index answers.
const LOOKUP: (i64, usize) = (250_000, 20);
/// Number of filters whose count is cached, the most recent ones.
const REMEMBERED: usize = 32;

/// The number of matches up to an entry.
#[derive(Clone, Copy, Default)]
struct Counted {
    /// The number of the last counted entry.
    number: i64,
    /// The number of matches among the counted entries.
    matching: i64,
}

/// The audit log in the database.
#[derive(Clone)]
pub struct AuditLogStore {
    db: Database,
    // Cached counts. The log is append-only and its numbers become visible in order, so counted entries need no
    // recount.
    counted: Arc<Mutex<VecDeque<(LogFilter, Counted)>>>,
}

impl AuditLogStore {
    /// Creates the adapter for `db`.
    pub fn new(db: Database) -> Self {
        Self { db, counted: Arc::default() }
    }

    /// Records a refusal unless its entry is in the log: callers retry when the outcome of the first attempt is in
    /// doubt.
    async fn record_once<C: Send + Sync + 'static>(
        &self,
        refusal: Audited<C>,
        mut apply: impl FnMut(&mut AnyConn, &C, u32) -> Result<(), DbError> + Send + 'static,
    ) -> Result<(), StoreError> {
        let (id, count) = (refusal.entry().id, refusal.entry().count);
        let recorded = self.db.commit_unless(refusal, move |conn, change| {
            if entries::contains(conn, id)? {
                return Ok(ControlFlow::Break(()));
            }
            apply(conn, change, count).map(ControlFlow::Continue)
        });
        recorded.await.map(drop)
    }

    /// Returns a page of matches, newest first. It ends when the page is full or the maximum number of steps is
    /// reached.
    async fn search(&self, filter: LogFilter, page: PageRequest) -> Result<Page<SealedEntry>, StoreError> {
        let most = usize::from(page.limit.get()) + 1;
        let within = self.span(&filter).await?;
        let newest = *within.end();
        let mut last = page.after.map_or(newest, |after| after.position().saturating_sub(1).min(newest));
        let mut found = Vec::new();
        let (step, steps) = if filter.is_indexed() { LOOKUP } else { SCAN };
        for _ in 0..steps {
            let (filter, left) = (filter.clone(), most.saturating_sub(found.len()));
            let numbers = last.saturating_sub(step).saturating_add(1).max(*within.start())..=last;
            last = numbers.start().saturating_sub(1);
            let more = self.db.read(move |conn| list_within(conn, &filter, &numbers, left)).await?;
            found.extend(more);
            if found.len() >= most || last < *within.start() {
                return Ok(Page::from_rows(found, page.limit));
            }
        }
        let items = found.into_iter().map(|(_, entry)| entry).collect();
        Ok(Page { items, next: Some(Cursor::after(last.saturating_add(1))) })
    }

    /// Returns the numbers of the entries that can match: all, or those around the filter's time.
    async fn span(&self, filter: &LogFilter) -> Result<RangeInclusive<i64>, StoreError> {
        let (from, until) = (filter.from, filter.until);
        self.db.read(move |conn| entries::span(conn, from, until)).await
    }

    /// Counts the matching entries of the log, whose newest entry is `newest`, in ascending order, starting from the
    /// cached count. Returns `None` if the maximum number of steps is reached first.
    async fn count_up_to(&self, newest: i64, filter: LogFilter) -> Result<Option<u64>, StoreError> {
        let (step, steps) = if !filter.is_search() || filter.is_indexed() { LOOKUP } else { SCAN };
        let within = self.span(&filter).await?;
        let end = newest.min(*within.end());
        // If the log became shorter, it was restored from a backup, and the cached count is invalid.
        let mut counted = self.known(&filter).filter(|known| known.number <= newest).unwrap_or_default();
        counted.number = counted.number.max(within.start().saturating_sub(1));
        for _ in 0..steps {
            if counted.number >= end {
                break;
            }
            let last = counted.number.saturating_add(step).min(end);
            let (numbers, filter) = (counted.number.saturating_add(1)..=last, filter.clone());
            let more = self.db.read(move |conn| count_within(conn, &filter, &numbers)).await?;
            counted = Counted { number: last, matching: counted.matching.saturating_add(more) };
        }
        self.remember(filter, counted);
        Ok((counted.number >= end).then_some(exact(counted.matching)))
    }

    fn known(&self, filter: &LogFilter) -> Option<Counted> {
        locked(&self.counted).iter().find(|(known, _)| known == filter).map(|(_, counted)| *counted)
    }

    fn remember(&self, filter: LogFilter, counted: Counted) {
        let mut counts = locked(&self.counted);
        counts.retain(|(known, _)| *known != filter);
        counts.truncate(REMEMBERED.saturating_sub(1));
        counts.push_front((filter, counted));
    }
}

/// Locks the cache. A panic elsewhere leaves it consistent, so a poisoned lock is safe to use.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl AuditLog for AuditLogStore {
    async fn record(&self, refusal: Audited<()>) -> Result<(), StoreError> {
        self.record_once(refusal, |_conn, (), _count| Ok(())).await
    }

    async fn record_attempt(&self, refused: Audited<LoginAttempt>) -> Result<(), StoreError> {
        let insert = |conn: &mut AnyConn, attempt: &LoginAttempt, count| {
            attempts::insert(conn, attempt, &Metric::of_attempt(attempt), count)
        };
        self.record_once(refused, insert).await
    }

    async fn read_after(&self, after: i64, limit: u32) -> Result<Vec<SealedEntry>, StoreError> {
        self.db.read(move |conn| entries::read_after(conn, after, limit)).await
    }

    async fn list(&self, filter: LogFilter, page: PageRequest) -> Result<Page<SealedEntry>, StoreError> {
        if filter.is_search() {
            return self.search(filter, page).await;
        }
        self.db.read(move |conn| entries::list(conn, &filter, page)).await
    }

    async fn count(&self, filter: LogFilter) -> Result<Option<u64>, StoreError> {
        let newest = self.db.read(entries::newest).await?;
        if filter == LogFilter::default() {
            return Ok(Some(exact(newest)));
        }
        self.count_up_to(newest, filter).await
    }

    async fn links(&self, numbers: Vec<i64>) -> Result<Vec<Link>, StoreError> {
        self.db.read(move |conn| entries::links(conn, &numbers)).await
    }

    async fn links_after(&self, after: i64, limit: u32) -> Result<Vec<Link>, StoreError> {
        self.db.read(move |conn| entries::links_after(conn, after, limit)).await
    }

    async fn examine(&self, after: i64, limit: u32, key: ChainKey) -> Result<Segment, StoreError> {
        self.db
            .read(move |conn| {
                let entries = entries::read_after(conn, after, limit)?;
                Ok(Segment::examine(after, &entries, &key))
            })
            .await
    }

    async fn last(&self) -> Result<Option<SealedEntry>, StoreError> {
        self.db.read(entries::last).await
    }
}
