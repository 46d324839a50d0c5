//! Leaks that the tests plant into responses, to check that the comparison finds them. They are not part of the
//! product's code.

use crate::caller::Answer;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// A planted leak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// The total of a list counts records above the reader's level.
    Count,
    /// A snippet ends with words from above the reader's level.
    Snippet,
    /// The tag of a document changes with events above the reader's level.
    Tag,
    /// A word from above the reader's level is suggested.
    Suggestion,
    /// A comparison of two versions mentions a third.
    Comparison,
    /// An export contains records from above the reader's level. It is planted after the export is unpacked.
    Export,
    /// The alerts are listed for everyone.
    Alerts,
    /// A refusal names a pending item above the reader's level.
    Reminder,
    /// The notifications of readers contain the reminders of administrators.
    Notification,
    /// A refusal contains the number of records above the reader's level.
    Analytics,
    /// The socket sends readers topics for administrators.
    Topic,
}

impl Leak {
    /// Changes the response to this call as a server with the leak would, for an archive with `above` events above the
    /// reader's level.
    pub fn plant(self, path: &str, answer: &mut Answer, above: usize) {
        let is_search = path.starts_with("/api/documents?") && path.contains("q=");
        match self {
            Self::Count if path.starts_with("/api/documents?") => {
                let name = "x-total-count";
                let Ok(total) = answer.header(name).parse::<usize>() else { return };
                answer.headers.insert(name, (total + above).to_string().parse().unwrap());
            }
            Self::Snippet if is_search => {
                let Some(snippet) = answer.body.pointer_mut("/0/snippet") else { return };
                *snippet =
                    Value::String(format!("{}{}", snippet.as_str().unwrap_or_default(), "obsidian ".repeat(above)));
                answer.bytes = answer.body.to_string().into_bytes();
            }
            Self::Tag if !answer.header("etag").is_empty() => {
                let tag = format!("{}-{above}", answer.header("etag"));
                answer.headers.insert("etag", tag.parse().unwrap());
            }
            Self::Suggestion if path.starts_with("/api/documents/suggestions") && above % 2 == 1 => {
                answer.bytes = json!(["obsidian"]).to_string().into_bytes();
            }
            Self::Comparison if path.contains("/compare?") && answer.status == 200 => {
                answer.body["versions"] = json!(above);
                answer.bytes = answer.body.to_string().into_bytes();
            }
            Self::Alerts if path == "/api/admin/security-alerts" => {
                answer.status = 200;
                answer.bytes = json!(vec!["alert"; above]).to_string().into_bytes();
            }
            Self::Reminder if path == "/api/admin/deadline-reminders" => {
                answer.body["message"] = json!("obsidian ".repeat(above));
                answer.bytes = answer.body.to_string().into_bytes();
            }
            Self::Notification if path == "/api/user/notifications" => {
                let Some(listed) = answer.body.as_array_mut() else { return };
                listed.extend((0..above).map(|_| json!({ "kind": "deadline" })));
                answer.bytes = answer.body.to_string().into_bytes();
            }
            Self::Analytics if path == "/api/admin/analytics/activity" => {
                answer.body["totalDocuments"] = json!(above);
                answer.bytes = answer.body.to_string().into_bytes();
            }
            _ => {}
        }
    }

    /// Returns the additional message that the socket of a server with the leak would send to a reader.
    pub fn socket_message(self, above: usize) -> Option<Message> {
        let message =
            json!({ "type": "content_updated", "topics": ["security"], "timestamp": "2026-11-21T07:32:00.000Z" });
        (self == Self::Topic && above > 0).then(|| Message::text(message.to_string()))
    }
}
