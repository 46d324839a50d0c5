//! Listens for PostgreSQL's notifications on a dedicated connection, so that the feed reads the outbox without delay.

use crate::db::{DbError, bounded};
use crate::tables::outbox::CHANNEL;
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::Notify;

/// Interval between checks of the connection. Each check costs one system call.
const LOOK_EVERY: Duration = Duration::from_millis(25);
/// Minimum and maximum pause before reconnecting.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// Starts the thread. It stops by itself shortly after the database is closed.
///
/// Errors: the system cannot start the thread.
pub(super) fn start(url: &str, announced: &Arc<Notify>) -> Result<(), DbError> {
    let (url, announced) = (bounded(url), Arc::downgrade(announced));
    std::thread::Builder::new()
        .name("postgres-listener".to_owned())
        .spawn(move || run(&url, &announced))
        .map(drop)
        .map_err(|error| DbError::Fault(format!("cannot start the listener thread: {error}")))
}

fn run(url: &str, announced: &Weak<Notify>) {
    let mut pause = PAUSES.0;
    while announced.strong_count() > 0 {
        match connect(url) {
            Ok(conn) => {
                pause = PAUSES.0;
                listen(conn, announced);
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
    conn.batch_execute(&format!("LISTEN {CHANNEL}"))?;
    Ok(conn)
}

/// Forwards notifications until the connection breaks or the database is closed.
fn listen(mut conn: PgConnection, announced: &Weak<Notify>) {
    loop {
        let mut heard = false;
        for notification in conn.notifications_iter() {
            if notification.is_err() {
                return;
            }
            heard = true;
        }
        let Some(announced) = announced.upgrade() else { return };
        if heard {
            announced.notify_one();
        }
        drop(announced);
        std::thread::sleep(LOOK_EVERY);
    }
}
