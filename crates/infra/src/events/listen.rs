//! Listens for PostgreSQL's notifications on a dedicated connection, so that the feed reads the audit log without delay.

use crate::db::{DbError, Hints, bounded};
use crate::events::relay::{CHANNEL, decoded};
use crate::running;
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Interval between checks of the connection. Each check costs one system call.
const LOOK_EVERY: Duration = Duration::from_millis(25);
/// Minimum and maximum pause before reconnecting.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// Starts the thread. It stops by itself shortly after the database is closed.
///
/// Errors: the system cannot start the thread.
pub(super) fn start(url: &str, hints: &Arc<Hints>) -> Result<(), DbError> {
    let (url, hints) = (bounded(url), Arc::downgrade(hints));
    std::thread::Builder::new()
        .name("postgres-listener".to_owned())
        .spawn(move || run(&url, &hints))
        .map(drop)
        .map_err(|error| DbError::Fault(format!("cannot start the listener thread: {error}")))
}

fn run(url: &str, hints: &Weak<Hints>) {
    let mut pause = PAUSES.0;
    while hints.strong_count() > 0 {
        match connect(url) {
            Ok(conn) => {
                pause = PAUSES.0;
                listen(conn, hints);
            }
            Err(error) => {
                tracing::debug!(%error, "LISTEN connection failed; retrying");
                pause = (pause * 2).min(PAUSES.1);
            }
        }
        std::thread::sleep(pause);
    }
}

fn connect(url: &str) -> Result<PgConnection, DbError> {
    let mut conn = PgConnection::establish(url).map_err(|error| DbError::NoConnection(error.to_string()))?;
    // Renews the mark of a running server on each new connection.
    conn.batch_execute(running::MARK_ON_POSTGRES)?;
    conn.batch_execute(&format!("LISTEN {CHANNEL}"))?;
    Ok(conn)
}

/// Forwards notifications until the connection breaks or the database is closed.
fn listen(mut conn: PgConnection, hints: &Weak<Hints>) {
    loop {
        let Some(known) = hints.upgrade() else { return };
        for notification in conn.notifications_iter() {
            match notification {
                Ok(entry) if entry.payload.is_empty() => known.append(),
                Ok(message) => decoded(&message.payload).into_iter().for_each(|event| known.relay(event)),
                Err(_broken) => return,
            }
        }
        drop(known);
        std::thread::sleep(LOOK_EVERY);
    }
}
