//! Ends a download when its reader loses access: otherwise a slow one would outlast a lockdown or its session.

use crate::session_watch::SessionWatch;
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use std::io;
use std::time::Duration;
use submissions::ports::ByteStream;
use tokio::time::Instant;
use users::session::SessionToken;

/// Interval between checks of the session and the lock during a download. Bytes that are already in transit included, a
/// download ends within 5 seconds of either.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Time for which a download continues while neither can be checked.
const UNSEEN: Duration = Duration::from_secs(4);

struct Watch {
    sessions: SessionWatch,
    token: SessionToken,
    looked_at: Instant,
    seen_at: Instant,
}

impl Watch {
    /// Returns whether the reader still has access.
    async fn goes_on(&mut self) -> bool {
        let now = Instant::now();
        if now.duration_since(self.looked_at) < LOOK_EVERY {
            return true;
        }
        self.looked_at = now;
        match self.sessions.look(&self.token).await {
            Ok(Some(found)) => {
                self.seen_at = now;
                found.actor.is_admin || !found.site.is_locked
            }
            Ok(None) => false,
            Err(_) => now.duration_since(self.seen_at) < UNSEEN,
        }
    }
}

/// Returns these bytes while the session is valid and the site is open to it; after that an error, which closes the
/// connection.
pub fn watched(
    sessions: SessionWatch,
    token: SessionToken,
    bytes: ByteStream,
) -> impl Stream<Item = io::Result<Bytes>> {
    let now = Instant::now();
    let watch = Watch { sessions, token, looked_at: now, seen_at: now };
    stream::try_unfold((watch, bytes), |(mut watch, mut bytes)| async move {
        let Some(piece) = bytes.next().await.transpose()? else { return Ok(None) };
        if watch.goes_on().await {
            Ok(Some((piece, (watch, bytes))))
        } else {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "the reader has lost access"))
        }
    })
}
