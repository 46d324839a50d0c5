//! Delivers events that any node announced to this node.
//!
//! The outbox table in the database is authoritative. A notification is only a hint to read it sooner: a lost hint
//! delays an event by up to half a second but never loses it.

mod listen;

use crate::db::{Database, DbError, Target};
use crate::tables::outbox;
use async_trait::async_trait;
use audit::topics::{Announcement, Announcements, Audience, Event, Topic, Topics};
use kernel::{Clock, StoreError, Timestamp};
use std::sync::Arc;
use std::time::Duration;

/// Interval between reads of the outbox without a hint.
const TICK: Duration = Duration::from_millis(500);
/// Minimum and maximum pause between retries while the database is unavailable.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// Maximum number of announcements per read.
const BATCH: i64 = 500;

/// Writes announcements to the outbox.
#[derive(Clone)]
pub struct Outbox(Database);

impl Outbox {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl Announcements for Outbox {
    async fn relay(&self, topics: Topics, origin: String, now: Timestamp) -> Result<(), StoreError> {
        self.0.announce(Announcement { topics, audience: Audience::Everyone }, origin, now).await
    }
}

/// Reads the outbox while the server runs.
pub struct Feed {
    db: Database,
    clock: Arc<dyn Clock>,
    last: i64,
}

impl Feed {
    /// Opens a feed of everything announced from now on. On PostgreSQL it listens on a dedicated connection.
    ///
    /// Errors: the outbox cannot be read, or the listener thread cannot be started.
    pub async fn open(db: Database, target: &Target, clock: Arc<dyn Clock>) -> Result<Self, StoreError> {
        let last = db.read(outbox::newest).await?;
        if let Target::Postgres(url) = target {
            listen::start(url, &db.announced())?;
        }
        Ok(Self { db, clock, last })
    }

    /// Passes announcements to `tell` in order and in batches. Changes of this process arrive within milliseconds.
    /// `tell` MUST NOT block. Never returns: while the database is unavailable it retries, until its task is dropped.
    pub async fn run(mut self, tell: impl Fn(&[Event])) {
        let announced = self.db.announced();
        let mut pause = FIRST_PAUSE;
        loop {
            // Waits for a hint or for the tick, whichever comes first.
            drop(tokio::time::timeout(TICK, announced.notified()).await);
            match self.next().await {
                Ok(events) => {
                    pause = FIRST_PAUSE;
                    if !events.is_empty() {
                        tell(&events);
                    }
                }
                Err(error) => {
                    if pause == FIRST_PAUSE {
                        tracing::warn!(%error, "cannot read the outbox; retrying");
                    }
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Returns what was announced since the previous call. If announcements were deleted in between, returns an event
    /// for every topic.
    async fn next(&mut self) -> Result<Vec<Event>, StoreError> {
        let mut found = Vec::new();
        loop {
            let after = self.last;
            let (rows, newest) = self.db.read(move |conn| read(conn, after)).await?;
            let is_whole =
                (after.saturating_add(1)..).zip(&rows).all(|(expected, (number, _))| *number == expected);
            let is_full = rows.len() >= usize::try_from(BATCH).unwrap_or(usize::MAX);
            let end = rows.last().map_or(after, |(number, _)| *number);
            // `newest` was read before the rows, so each announcement up to it is either among the rows or deleted.
            if !is_whole || (end < newest && !is_full) || newest < after {
                self.last = if newest < after { newest } else { end.max(newest) };
                return Ok(everything(self.clock.now()));
            }
            self.last = end;
            found.extend(rows.into_iter().map(|(_, event)| event));
            if !is_full {
                return Ok(found);
            }
        }
    }
}

type Batch = (Vec<(i64, Event)>, i64);

fn read(conn: &mut crate::db::AnyConn, after: i64) -> Result<Batch, DbError> {
    let newest = outbox::newest(conn)?;
    if newest == after {
        Ok((Vec::new(), newest))
    } else {
        Ok((outbox::read_after(conn, after, BATCH)?, newest))
    }
}

/// Returns events which say that anything may have changed.
fn everything(at: Timestamp) -> Vec<Event> {
    let event = |topics, audience| Event { topics, audience, origin: None, at };
    vec![event(Topics::PUBLIC, Audience::Everyone), event(Topics::of(&[Topic::Security]), Audience::Admins)]
}
