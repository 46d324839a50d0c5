//! A live-update socket, as a browser holds one.

use crate::caller::Caller;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Time limit of every wait in these tests. It is shorter than the 30 s after which a socket checks its session by
/// itself, so a socket that is closed in time was closed by an announcement.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// An open socket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects. Errors: the status of the refusal.
    pub async fn try_open(caller: &Caller<'_>, origin: &str) -> Result<Self, u16> {
        let address = caller.site.url.trim_start_matches("http://");
        let mut request = format!("ws://{address}/auto-refresh-ws").into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        if let Some(cookie) = &caller.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await.unwrap();
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn open(caller: &Caller<'_>) -> Self {
        Self::try_open(caller, &caller.site.url).await.unwrap()
    }

    pub async fn send(&mut self, text: impl Into<String>) {
        self.0.send(Message::text(text.into())).await.unwrap();
    }

    /// Returns the next message.
    pub async fn next(&mut self) -> Value {
        match self.message(PATIENCE).await {
            Some(Message::Text(text)) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// Returns the topics of all messages up to the first that names `topic`.
    pub async fn until(&mut self, topic: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let message = self.next().await;
            assert_eq!(message["type"], "content_updated");
            assert!(message["timestamp"].as_str().unwrap().ends_with('Z'));
            heard.extend(message["topics"].as_array().unwrap().iter().map(|t| t.as_str().unwrap().to_owned()));
            if heard.iter().any(|heard| heard == topic) {
                return heard;
            }
        }
    }

    pub async fn message(&mut self, within: Duration) -> Option<Message> {
        loop {
            match tokio::time::timeout(within, self.0.next()).await.ok()?? {
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(message) => return Some(message),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Returns whether no message arrives for a while.
    pub async fn is_quiet(&mut self) -> bool {
        self.message(Duration::from_millis(800)).await.is_none()
    }

    /// Waits until the server closes the socket and returns the close code.
    pub async fn closed(&mut self) -> u16 {
        loop {
            match self.message(PATIENCE).await {
                Some(Message::Close(Some(frame))) => return frame.code.into(),
                Some(Message::Text(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}
