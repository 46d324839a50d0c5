//! Messages that clients relay to each other.

use crate::db::Database;
use async_trait::async_trait;
use audit::topics::{Announcements, Audience, Event, Topics};
use diesel::prelude::*;
use diesel::sql_types::Text;
use kernel::{StoreError, Timestamp};

/// The channel on which PostgreSQL wakes the nodes. The trigger on the audit log sends to it without a payload; a payload
/// is a relayed message.
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
        // The listener of this node hears it too.
        let payload = payload(&event);
        self.0
            .write(move |conn| {
                let send = diesel::sql_query("SELECT pg_notify($1, $2)");
                send.bind::<Text, _>(CHANNEL).bind::<Text, _>(&payload).execute(conn)?;
                Ok(())
            })
            .await
    }
}

/// Encodes a message: the time in microseconds, the topics and the connection it came from.
fn payload(event: &Event) -> String {
    let origin = event.origin.as_deref().map(|id| format!(" {id}")).unwrap_or_default();
    format!("{} {}{origin}", event.at.as_micros(), event.topics)
}

/// Decodes a message. None if a later release sent it in another form.
pub(super) fn decoded(payload: &str) -> Option<Event> {
    let mut parts = payload.splitn(3, ' ');
    let at = Timestamp::from_micros(parts.next()?.parse().ok()?);
    let topics = parts.next()?.parse().ok()?;
    Some(Event { topics, audience: Audience::Everyone, origin: parts.next().map(str::to_owned), at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::testing::TEST_NOW;

    #[test]
    fn messages_round_trip_as_payloads() {
        for origin in [None, Some("018f-a b".to_owned())] {
            let event = Event { topics: Topics::CONTENT, audience: Audience::Everyone, origin, at: TEST_NOW };
            assert_eq!(decoded(&payload(&event)), Some(event));
        }
        for unknown in ["", "7", "x documents a", "7 weather a"] {
            assert_eq!(decoded(unknown), None, "{unknown}");
        }
    }
}
