//! Request bodies that are streamed instead of read into memory.

use crate::http::error::ApiError;
use crate::http::input::Input;
use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderName};
use actix_web::rt::task::JoinHandle;
use bytes::Bytes;
use facility_files::ports::ByteStream;
use futures_util::{StreamExt as _, stream};
use std::io;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

/// Time for which a body may arrive more slowly than [`FLOOR`].
const GRACE: Duration = Duration::from_secs(5);
/// Minimum average speed of a body, in bytes per second.
const FLOOR: u64 = 8 * 1024;
/// Maximum number of bytes of a refused body that are still read, so that the sender receives the response.
const DRAIN_BYTES: u64 = 32 * 1024 * 1024;
/// Time limit for reading the rest of a refused body.
const DRAIN_TIME: Duration = Duration::from_secs(10);

/// A body as it arrives.
pub struct RawBody {
    /// The declared media type.
    pub content_type: Option<String>,
    /// The declared length in bytes.
    pub announced_bytes: Option<u64>,
    /// The body. Ends with an error if the sender disconnects or is too slow.
    pub bytes: ByteStream,
    /// Reads the bytes that the operation does not consume.
    pub rest: Rest,
}

/// Reads the rest of a body.
pub struct Rest(JoinHandle<()>);

impl Rest {
    /// Waits until the sender has sent everything or a limit is reached. Closing a connection with unread bytes would
    /// reset it, and the sender might not receive the response.
    pub async fn drained(self) {
        // The task ends by itself. A panic in it would only mean that the connection is gone.
        let _ = self.0.await;
    }
}

impl Input for RawBody {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, ApiError> {
        let header = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
        let (sender, receiver) = mpsc::channel(4);
        let rest = Rest(actix_web::rt::spawn(pump(payload.take(), sender, GRACE)));
        // The payload is bound to this thread; the services need a stream that can move between threads.
        let bytes =
            stream::unfold(
                receiver,
                |mut receiver| async move { receiver.recv().await.map(|piece| (piece, receiver)) },
            );
        Ok(Self {
            content_type: header(CONTENT_TYPE).map(str::to_owned),
            announced_bytes: header(CONTENT_LENGTH).and_then(|text| text.parse().ok()),
            bytes: Box::pin(bytes),
            rest,
        })
    }
}

async fn pump(mut payload: Payload, sender: mpsc::Sender<io::Result<Bytes>>, grace: Duration) {
    let started = Instant::now();
    let mut arrived: u64 = 0;
    loop {
        let deadline = started + grace + Duration::from_secs(arrived / FLOOR);
        let piece = match timeout_at(deadline, payload.next()).await {
            Err(_elapsed) => Err(io::Error::new(io::ErrorKind::TimedOut, "the body arrives too slowly")),
            Ok(None) => return,
            Ok(Some(piece)) => piece.map_err(io::Error::other),
        };
        let failed = piece.is_err();
        arrived = arrived.saturating_add(piece.as_ref().map_or(0, |bytes| bytes.len() as u64));
        if sender.send(piece).await.is_err() {
            break;
        }
        if failed {
            return;
        }
    }
    let deadline = Instant::now() + DRAIN_TIME;
    while let Ok(Some(Ok(bytes))) = timeout_at(deadline, payload.next()).await {
        arrived = arrived.saturating_add(bytes.len() as u64);
        if arrived > DRAIN_BYTES {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::error::PayloadError;

    fn payload(pieces: usize, then_stalls: bool) -> Payload {
        let sent = stream::iter((0..pieces).map(|_| Ok::<_, PayloadError>(Bytes::from_static(b"piece"))));
        if then_stalls {
            Payload::Stream { payload: Box::pin(sent.chain(stream::pending())) }
        } else {
            Payload::Stream { payload: Box::pin(sent) }
        }
    }

    #[actix_web::test]
    async fn a_body_is_passed_on_piece_by_piece() {
        let (sender, mut receiver) = mpsc::channel(1);
        let pump = actix_web::rt::spawn(pump(payload(3, false), sender, GRACE));
        let mut arrived = 0;
        while let Some(piece) = receiver.recv().await {
            arrived += piece.unwrap().len();
        }
        pump.await.unwrap();
        assert_eq!(arrived, 15);
    }

    #[actix_web::test]
    async fn stalled_body_ends_with_an_error() {
        let (sender, mut receiver) = mpsc::channel(4);
        actix_web::rt::spawn(pump(payload(1, true), sender, Duration::from_millis(30)));
        assert!(receiver.recv().await.unwrap().is_ok());
        assert_eq!(receiver.recv().await.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(receiver.recv().await.is_none());
    }

    #[actix_web::test]
    async fn unconsumed_body_is_drained() {
        let (sender, receiver) = mpsc::channel(1);
        drop(receiver);
        pump(payload(1000, false), sender, GRACE).await;
    }
}
