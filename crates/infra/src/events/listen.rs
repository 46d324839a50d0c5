//! Listens for PostgreSQL's notifications on a dedicated connection, so that the feed reads the audit log without
//! delay.

use crate::db::conn::bounded;
use crate::db::error::DbError;
use crate::db::hints::Hints;
use crate::events::relay::{CHANNEL, decoded};
use crate::running;
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use std::convert::Infallible;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Interval between checks of the connection. Each check costs one system call.
const CHECK_INTERVAL: Duration = Duration::from_millis(25);
/// Minimum and maximum pause before reconnecting.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// How long dropping a listener waits for the end of its thread.
const END_WITHIN: Duration = Duration::from_secs(1);

/// The listening thread. Dropping this ends the thread and releases the usage lock of its connection.
pub(super) struct Listener {
    /// The thread stops once this is dropped.
    stop: Option<Sender<Infallible>>,
    /// Disconnected once the thread has ended.
    ended: Receiver<Infallible>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        drop(self.stop.take());
        // A thread that waits for an unreachable server holds no usage lock.
        let _ended = self.ended.recv_timeout(END_WITHIN);
    }
}

/// Starts the thread. It also stops by itself shortly after the database is closed.
///
/// Errors: the system cannot start the thread.
pub(super) fn start(url: &str, hints: &Arc<Hints>) -> Result<Listener, DbError> {
    let (url, hints) = (bounded(url), Arc::downgrade(hints));
    let (stop, stopped) = channel();
    let (end, ended) = channel::<Infallible>();
    std::thread::Builder::new()
        .name("postgres-listener".to_owned())
        .spawn(move || {
            run(&url, &hints, &stopped);
            drop(end);
        })
        .map_err(|error| DbError::Fault(format!("cannot start the listener thread: {error}")))?;
    Ok(Listener { stop: Some(stop), ended })
}

/// Waits, and returns whether the thread should stop.
fn is_stopped_within(time: Duration, stopped: &Receiver<Infallible>) -> bool {
    matches!(stopped.recv_timeout(time), Err(RecvTimeoutError::Disconnected))
}

fn run(url: &str, hints: &Weak<Hints>, stopped: &Receiver<Infallible>) {
    let mut pause = PAUSES.0;
    while hints.strong_count() > 0 {
        match connect(url) {
            Ok(conn) => {
                pause = PAUSES.0;
                listen(conn, hints, stopped);
            }
            Err(error) => {
                tracing::debug!(%error, "LISTEN connection failed; retrying");
                pause = (pause * 2).min(PAUSES.1);
            }
        }
        if is_stopped_within(pause, stopped) {
            return;
        }
    }
}

fn connect(url: &str) -> Result<PgConnection, DbError> {
    let mut conn = PgConnection::establish(url).map_err(|error| DbError::NoConnection(error.to_string()))?;
    // Takes the usage lock again on each new connection.
    conn.batch_execute(running::SHARE_ON_POSTGRES)?;
    conn.batch_execute(&format!("LISTEN {CHANNEL}"))?;
    Ok(conn)
}

/// Forwards notifications until the connection breaks, the database is closed or the thread should stop.
fn listen(mut conn: PgConnection, hints: &Weak<Hints>, stopped: &Receiver<Infallible>) {
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
        if is_stopped_within(CHECK_INTERVAL, stopped) {
            // If this fails, the lock is released a little later, with the connection.
            drop(conn.batch_execute(running::RELEASE_ON_POSTGRES));
            return;
        }
    }
}
