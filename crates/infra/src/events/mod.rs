//! Delivers the announcements of all nodes to this node.
//!
//! The audit log in the database is authoritative: every entry announces what its action changed. A notification is
//! only a hint to read it sooner: a lost hint delays an event by up to half a second but never loses it. Messages that
//! clients relay to each other are not stored anywhere.

mod listen;
pub mod relay;

use crate::db::Database;
use crate::db::conn::{AnyConn, Target};
use crate::db::error::DbError;
use crate::storage::audit::entries as audit_log;
use facility_audit::topics::{Announcement, Audience, Event, Topic, Topics};
use facility_kernel::{Clock, StoreError, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

/// Interval between reads of the audit log without a hint.
const TICK: Duration = Duration::from_millis(500);
/// Minimum time between two reads. Under load one read then serves many changes.
const MIN_INTERVAL: Duration = Duration::from_millis(5);
/// Minimum and maximum pause between retries while the database is unavailable.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// Maximum number of entries per read.
const BATCH: i64 = 500;
/// A node that is further behind than this many entries announces that everything changed.
const FAR_BEHIND: i64 = 10_000;

/// Follows the audit log while the server runs.
pub struct Feed {
    db: Database,
    clock: Arc<dyn Clock>,
    last: i64,
    relayed: broadcast::Receiver<Event>,
    /// On PostgreSQL. It ends with the feed.
    _listener: Option<listen::Listener>,
}

impl Feed {
    /// Opens a feed of everything announced from now on. On PostgreSQL it listens on a dedicated connection.
    ///
    /// Errors: the audit log cannot be read, or the listener thread cannot be started.
    pub async fn open(db: Database, target: &Target, clock: Arc<dyn Clock>) -> Result<Self, StoreError> {
        let relayed = db.hints().relayed();
        let last = db.read(audit_log::newest).await?;
        let listener = match target {
            Target::Postgres(url) => Some(listen::start(url, db.hints())?),
            Target::Sqlite(_) => None,
        };
        Ok(Self { db, clock, last, relayed, _listener: listener })
    }

    /// Passes events to `tell` in order and in batches. Changes of this process arrive within milliseconds.
    /// `tell` MUST NOT block. Never returns: while the database is unavailable it retries, until its task is dropped.
    pub async fn run(mut self, tell: impl Fn(&[Event])) {
        let hints = Arc::clone(self.db.hints());
        let mut pause = FIRST_PAUSE;
        loop {
            tokio::select! {
                relayed = self.relayed.recv() => {
                    // Messages that were dropped because too many arrived at once may have had any public topic. The
                    // channel stays open, because this feed holds the database.
                    tell(&[relayed.unwrap_or_else(|_dropped| anything(self.clock.now()))]);
                    continue;
                }
                () = hints.appended() => {}
                () = tokio::time::sleep(TICK) => {}
            }
            match self.next().await {
                Ok(events) => {
                    pause = FIRST_PAUSE;
                    if !events.is_empty() {
                        tell(&events);
                        tokio::time::sleep(MIN_INTERVAL).await;
                    }
                }
                Err(error) => {
                    if pause == FIRST_PAUSE {
                        tracing::warn!(%error, "cannot read the audit log for open screens; retrying");
                    }
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Returns what was announced since the previous call. If that is too much, or the log is shorter than before (a
    /// restored backup), returns an event for every topic.
    async fn next(&mut self) -> Result<Vec<Event>, StoreError> {
        let mut found = Vec::new();
        loop {
            let after = self.last;
            let (entries, newest) = self.db.read(move |conn| read(conn, after)).await?;
            if newest < after || newest - after > FAR_BEHIND {
                self.last = newest;
                return Ok(everything(self.clock.now()));
            }
            for entry in &entries {
                self.last = entry.number;
                let at = Timestamp::from_micros(entry.timestamp);
                match Announcement::of_entry(&entry.action, entry.entity_id.as_deref()) {
                    Some(told) => found.extend(told.into_iter().map(|one| event(one, at))),
                    None => found.extend(everything(at)),
                }
            }
            if !is_full(&entries) {
                return Ok(found);
            }
        }
    }
}

/// Returns up to [`BATCH`] entries after this number, and the number of the newest entry.
fn read(conn: &mut AnyConn, after: i64) -> Result<(Vec<audit_log::FeedEntry>, i64), DbError> {
    let entries = audit_log::feed_after(conn, after, BATCH)?;
    let newest = match entries.last() {
        Some(last) if !is_full(&entries) => last.number,
        _ => audit_log::newest(conn)?,
    };
    Ok((entries, newest))
}

fn is_full(entries: &[audit_log::FeedEntry]) -> bool {
    entries.len() >= usize::try_from(BATCH).unwrap_or(usize::MAX)
}

const fn event(Announcement { topics, audience }: Announcement, at: Timestamp) -> Event {
    Event { topics, audience, origin: None, at }
}

/// Returns an event which says that any shared content, and any user's drafts, may have changed.
const fn anything(at: Timestamp) -> Event {
    let topics = Topics::PUBLIC.union(Topics::of(&[Topic::Drafts]));
    event(Announcement { topics, audience: Audience::Everyone }, at)
}

/// Returns events which say that anything may have changed.
fn everything(at: Timestamp) -> Vec<Event> {
    let security = Announcement { topics: Topics::of(&[Topic::Security]), audience: Audience::Admins };
    vec![anything(at), event(security, at)]
}
