//! Downloads that end when their reader loses access: a slow or stalled one would otherwise outlast a lockdown or its
//! session.

use crate::connection::Connection;
use crate::session_watch::SessionWatch;
use actix_web::rt::task::JoinHandle;
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use submissions::ports::ByteStream;
use tokio::time::{Instant, sleep};
use users::session::SessionToken;

/// Interval between checks of the session and the lock during a download. A download ends within 5 seconds of losing
/// either, also if its reader takes nothing.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Time for which a download continues while neither can be checked.
const UNSEEN: Duration = Duration::from_secs(4);

/// Checks the reader of one download until it is dropped.
struct Watch {
    lost: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Watch {
    fn start(sessions: SessionWatch, token: SessionToken, connection: Option<Connection>) -> Self {
        let lost = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&lost);
        let task = actix_web::rt::spawn(async move {
            until_lost(&sessions, &token).await;
            told.store(true, Ordering::Release);
            if let Some(connection) = connection {
                connection.cut();
            }
        });
        Self { lost, task }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The connection continues with its next request.
        self.task.abort();
    }
}

/// Returns when the reader has lost access.
async fn until_lost(sessions: &SessionWatch, token: &SessionToken) {
    let mut seen_at = Instant::now();
    loop {
        sleep(LOOK_EVERY).await;
        let goes_on = match sessions.look(token).await {
            Ok(Some(found)) => {
                seen_at = Instant::now();
                found.actor.is_admin || !found.site.is_locked
            }
            Ok(None) => false,
            Err(_) => seen_at.elapsed() < UNSEEN,
        };
        if !goes_on {
            return;
        }
    }
}

/// Returns these bytes for as long as this session holds and the site is open to it. After that the stream ends with an
/// error, and the connection is cut.
pub fn watched(
    sessions: SessionWatch,
    token: SessionToken,
    connection: Option<Connection>,
    bytes: ByteStream,
) -> impl Stream<Item = io::Result<Bytes>> {
    let watch = Watch::start(sessions, token, connection);
    stream::try_unfold((watch, bytes), |(watch, mut bytes)| async move {
        let Some(piece) = bytes.next().await.transpose()? else { return Ok(None) };
        if watch.lost.load(Ordering::Acquire) {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "the reader has lost access"))
        } else {
            Ok(Some((piece, (watch, bytes))))
        }
    })
}
