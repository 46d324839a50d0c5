//! What was announced on any node, told to this one.
//!
//! The outbox in the database is the truth; everything else is a hint to look into it sooner. A hint that is lost costs
//! half a second, never an event.

mod listen;

use crate::db::{Database, DbError, Target};
use crate::tables::outbox;
use async_trait::async_trait;
use audit::topics::{Announcement, Announcements, Audience, Event, Topic, Topics};
use kernel::{Clock, StoreError, Timestamp};
use std::sync::Arc;
use std::time::Duration;

/// How often the outbox is looked into without a hint.
const TICK: Duration = Duration::from_millis(500);
/// The first and the longest pause before another try while the database does not answer.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// Announcements read at a time.
const BATCH: i64 = 500;

/// Announces in the outbox.
#[derive(Clone)]
pub struct Outbox(Database);

impl Outbox {
    /// Over this database.
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

/// Reads the outbox for as long as the server runs.
pub struct Feed {
    db: Database,
    clock: Arc<dyn Clock>,
    last: i64,
}

impl Feed {
    /// A feed of everything that is announced from now on. On PostgreSQL it listens on a connection of its own.
    pub async fn open(db: Database, target: &Target, clock: Arc<dyn Clock>) -> Result<Self, StoreError> {
        let last = db.read(outbox::newest).await?;
        if let Target::Postgres(url) = target {
            listen::start(url, &db.announced())?;
        }
        Ok(Self { db, clock, last })
    }

    /// Hands what is announced to `tell`, in order and in batches, within milliseconds for changes of this process.
    /// `tell` must not block. Ends with the task it runs in alone: while the database is away it keeps trying.
    pub async fn run(mut self, tell: impl Fn(&[Event])) {
        let announced = self.db.announced();
        let mut pause = FIRST_PAUSE;
        loop {
            // A hint or the tick, whichever comes first.
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

    /// What was announced since the last time; everything at once where some of it was deleted meanwhile.
    async fn next(&mut self) -> Result<Vec<Event>, StoreError> {
        let mut found = Vec::new();
        loop {
            let after = self.last;
            let (rows, newest) = self.db.read(move |conn| read(conn, after)).await?;
            let is_whole =
                (after.saturating_add(1)..).zip(&rows).all(|(expected, (number, _))| *number == expected);
            let is_full = rows.len() >= usize::try_from(BATCH).unwrap_or(usize::MAX);
            let end = rows.last().map_or(after, |(number, _)| *number);
            // The newest number was read first: whatever it counts is either among the rows or gone.
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

/// That anything may have changed.
fn everything(at: Timestamp) -> Vec<Event> {
    let event = |topics, audience| Event { topics, audience, origin: None, at };
    vec![event(Topics::PUBLIC, Audience::Everyone), event(Topics::of(&[Topic::Security]), Audience::Admins)]
}
