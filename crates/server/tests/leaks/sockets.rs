//! The socket of a reader sends only that something changed.

use crate::archive::Archive;
use crate::pairs::Finding;
use crate::socket::Socket;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

/// The topics for readers. The last one is about their own drafts. `security` is for administrators only.
const TOPICS: [&str; 9] =
    ["documents", "submissions", "edits", "archive", "templates", "comments", "users", "settings", "drafts"];

/// The open socket of an archive's reader.
pub struct SocketListener {
    listening: JoinHandle<Vec<Message>>,
    /// Set when no more events follow.
    is_over: Arc<AtomicBool>,
}

/// Time without a message after which a socket is silent once no more events follow.
const SILENT: Duration = Duration::from_secs(3);

impl SocketListener {
    /// Opens the socket and listens until no more events follow and it is silent.
    pub async fn open(archive: &Archive) -> Self {
        let mut socket = Socket::open(&archive.reader()).await;
        let is_over = Arc::new(AtomicBool::new(false));
        let no_more_events = Arc::clone(&is_over);
        let listening = tokio::spawn(async move {
            let mut received = Vec::new();
            loop {
                let since = Instant::now();
                match socket.message(SILENT).await {
                    Some(message) => received.push(message),
                    // The socket is silent: stop if no more events follow, or if it is closed, which takes less time.
                    None if no_more_events.load(Ordering::Relaxed) || since.elapsed() < SILENT => return received,
                    None => {}
                }
            }
        });
        Self { listening, is_over }
    }

    /// Waits for silence and checks the messages, and one more that is planted. Each has a type, topics and a time, and
    /// no other member. Errors: a topic that is not for readers.
    pub async fn check(self, planted: Option<Message>) -> Result<(), Finding> {
        self.is_over.store(true, Ordering::Relaxed);
        let mut received = 0;
        for message in self.listening.await.unwrap().into_iter().chain(planted) {
            let Message::Text(text) = message else { panic!("{message:?}") };
            let message: serde_json::Value = serde_json::from_str(&text).unwrap();
            let members: Vec<&str> = message.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(members, ["timestamp", "topics", "type"], "{message}");
            assert_eq!(message["type"], "content_updated");
            for topic in message["topics"].as_array().unwrap() {
                if !TOPICS.contains(&topic.as_str().unwrap()) {
                    return Err(Finding::of_socket(message.to_string()));
                }
            }
            assert_eq!(message["timestamp"].as_str().unwrap().len(), "2026-11-21T07:32:00.000Z".len());
            received += 1;
        }
        assert!(received > 0, "the socket is silent");
        Ok(())
    }
}
