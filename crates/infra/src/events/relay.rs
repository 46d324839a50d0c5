//! Messages that clients relay to each other.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Text;
use facility_audit::topics::{Announcements, Audience, Event, Topics};
use facility_kernel::{StoreError, Timestamp, UserId};

/// The notification channel on which PostgreSQL wakes the nodes. The trigger on the audit log notifies without a
/// payload; a payload is a relayed message, which is not stored.
pub(super) const CHANNEL: &str = "facility_events";

/// Relays messages of clients to all nodes: on PostgreSQL as payloads of notifications, on SQLite within the process.
#[derive(Clone)]
pub struct Relay(Database);

impl Relay {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl Announcements for Relay {
    async fn relay(&self, topics: Topics, origin: String, now: Timestamp) -> Result<(), StoreError> {
        let event = Event { topics, audience: Audience::Everyone, origin: Some(origin), at: now };
        if self.0.is_sqlite() {
            self.0.hints().relay(event);
            return Ok(());
        }
        // The listener of this node receives it too.
        self.0.write(move |conn| notify(conn, &event)).await
    }
}

/// Returns the message to one user that something has changed which the audit log does not record.
pub(crate) const fn personal(topics: Topics, user: UserId, now: Timestamp) -> Event {
    Event { topics, audience: Audience::User(user), origin: None, at: now }
}

/// Sends a message to all nodes when this transaction commits. On SQLite it does nothing: the caller passes the message
/// to the process's hints after the transaction.
pub(crate) fn notify(conn: &mut AnyConn, event: &Event) -> Result<(), DbError> {
    if let AnyConn::Pg(_) = conn {
        let send = diesel::sql_query("SELECT pg_notify($1, $2)");
        send.bind::<Text, _>(CHANNEL).bind::<Text, _>(payload(event)).execute(conn)?;
    }
    Ok(())
}

/// Encodes a message: the time in microseconds, the topics, the user if it is for one user only, and the connection it
/// came from.
fn payload(event: &Event) -> String {
    let user = if let Audience::User(id) = event.audience { format!("@{id}") } else { String::new() };
    let origin = event.origin.as_deref().map(|id| format!(" {id}")).unwrap_or_default();
    format!("{} {}{user}{origin}", event.at.as_micros(), event.topics)
}

/// Decodes a message. `None` if its format is unknown, as after a later release changed it.
pub(super) fn decoded(payload: &str) -> Option<Event> {
    let mut parts = payload.splitn(3, ' ');
    let at = Timestamp::from_micros(parts.next()?.parse().ok()?);
    let told = parts.next()?;
    let (topics, audience) = match told.split_once('@') {
        Some((topics, user)) => (topics, Audience::User(user.parse().ok()?)),
        None => (told, Audience::Everyone),
    };
    let topics = topics.parse().ok()?;
    Some(Event { topics, audience, origin: parts.next().map(str::to_owned), at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_audit::topics::Topic;
    use facility_kernel::testing::{TEST_NOW, numbered};

    #[test]
    fn messages_round_trip_as_payloads() {
        for origin in [None, Some("018f-a b".to_owned())] {
            let event = Event { topics: Topics::CONTENT, audience: Audience::Everyone, origin, at: TEST_NOW };
            assert_eq!(decoded(&payload(&event)), Some(event));
        }
        let drafts = personal(Topics::of(&[Topic::Drafts]), UserId::Account(numbered(7)), TEST_NOW);
        assert_eq!(decoded(&payload(&drafts)), Some(drafts));
        for unknown in ["", "7", "x documents a", "7 weather a", "7 drafts@nobody"] {
            assert_eq!(decoded(unknown), None, "{unknown}");
        }
    }
}
