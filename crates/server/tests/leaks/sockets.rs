//! The socket of a reader says that something changed, and nothing else.

use crate::archive::Archive;
use crate::socket::Socket;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

/// The topics of readers; the last one is about their own drafts.
const TOPICS: [&str; 10] = [
    "documents",
    "submissions",
    "edits",
    "archive",
    "templates",
    "comments",
    "users",
    "settings",
    "security",
    "drafts",
];

/// The open socket of an archive's reader.
pub struct Ear(JoinHandle<Vec<Message>>);

/// Time without a message after which a socket is silent: a round of events takes less.
const SILENT: Duration = Duration::from_secs(3);

impl Ear {
    /// Opens the socket and listens until it is silent.
    pub async fn open(archive: &Archive) -> Self {
        let mut socket = Socket::open(&archive.reader()).await;
        Self(tokio::spawn(async move {
            let mut heard = Vec::new();
            while let Some(message) = socket.message(SILENT).await {
                heard.push(message);
            }
            heard
        }))
    }

    /// Waits for silence and checks the messages. Each has a type, topics and a time, and no other member.
    pub async fn check(self) {
        let mut heard = 0;
        for message in self.0.await.unwrap() {
            let Message::Text(text) = message else { panic!("{message:?}") };
            let message: serde_json::Value = serde_json::from_str(&text).unwrap();
            let members: Vec<&str> = message.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(members, ["timestamp", "topics", "type"], "{message}");
            assert_eq!(message["type"], "content_updated");
            for topic in message["topics"].as_array().unwrap() {
                assert!(TOPICS.contains(&topic.as_str().unwrap()), "{message}");
            }
            assert_eq!(message["timestamp"].as_str().unwrap().len(), "2026-11-21T07:32:00.000Z".len());
            heard += 1;
        }
        assert!(heard > 0, "the socket is silent");
    }
}
