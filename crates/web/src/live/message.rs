//! The messages on a socket, and the reasons for closing one.

use actix_ws::{CloseCode, CloseReason};
use facility_audit::topics::{Topic, Topics};
use facility_kernel::Timestamp;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// Maximum number of messages from a client per minute.
const MESSAGES_A_MINUTE: usize = 10;
/// Maximum number of pings and pongs from a client per minute. A client answers each ping of the server by a pong, and
/// some clients other than browsers send a ping every few seconds.
const PINGS_A_MINUTE: usize = 60;

/// Why the server closes a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CloseCause {
    /// The client violated the protocol's rules.
    #[error("policy")]
    Policy,
    /// A frame or message announces more than 4 KiB.
    #[error("too large")]
    TooLarge,
    /// The session has ended.
    #[error("session ended")]
    SessionOver,
    /// The site was locked, and the user is not an administrator.
    #[error("lockdown")]
    Lockdown,
    /// The server is stopping.
    #[error("the server is stopping")]
    GoingAway,
}

impl CloseCause {
    /// Returns the close code and reason for the client.
    pub fn reason(self) -> CloseReason {
        let code = match self {
            Self::Policy => CloseCode::Policy,
            Self::TooLarge => CloseCode::Size,
            Self::SessionOver => CloseCode::Other(4401),
            Self::Lockdown => CloseCode::Other(4423),
            Self::GoingAway => CloseCode::Away,
        };
        (code, self.to_string()).into()
    }
}

#[derive(serde::Deserialize)]
struct ClientMessage {
    #[serde(rename = "type")]
    kind: String,
    topics: Option<Vec<String>>,
}

#[derive(serde::Serialize)]
struct ServerMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    topics: Vec<&'static str>,
    timestamp: Timestamp,
}

/// Parses a client's message. Returns the topics that it names, or all content topics if it names none. Omits topics
/// that clients may not announce. Errors: the message is invalid.
pub fn parse(text: &str) -> Result<Topics, CloseCause> {
    let sent: ClientMessage = serde_json::from_str(text).map_err(|_source| CloseCause::Policy)?;
    if sent.kind != "content_updated" {
        return Err(CloseCause::Policy);
    }
    let Some(names) = sent.topics else { return Ok(Topics::CONTENT) };
    let topics: Option<Vec<Topic>> = names.iter().map(|name| Topic::parse(name)).collect();
    Ok(Topics::of(&topics.ok_or(CloseCause::Policy)?).intersection(Topics::CONTENT))
}

/// Builds a message to a client.
pub fn build(topics: Topics, timestamp: Timestamp) -> String {
    let topics = topics.iter().map(Topic::as_str).collect();
    let message = ServerMessage { kind: "content_updated", topics, timestamp };
    serde_json::to_string(&message).unwrap_or_default()
}

/// Limits the rate of a client's messages, or of its pings and pongs.
#[derive(Debug)]
pub struct MessageLimit {
    most: usize,
    last: VecDeque<Instant>,
}

impl MessageLimit {
    /// Creates the limit for messages: 10 a minute.
    pub const fn of_messages() -> Self {
        Self { most: MESSAGES_A_MINUTE, last: VecDeque::new() }
    }

    /// Creates the limit for pings and pongs: 60 a minute.
    pub const fn of_pings() -> Self {
        Self { most: PINGS_A_MINUTE, last: VecDeque::new() }
    }

    /// Counts one message. Errors: the limit within the last minute is exceeded.
    pub fn count(&mut self, now: Instant) -> Result<(), CloseCause> {
        while self.last.front().is_some_and(|first| now.duration_since(*first) >= Duration::from_mins(1)) {
            self.last.pop_front();
        }
        if self.last.len() >= self.most {
            return Err(CloseCause::Policy);
        }
        self.last.push_back(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::TEST_NOW;

    #[test]
    fn a_client_can_announce_content_topics_only() {
        assert_eq!(parse(r#"{"type":"content_updated"}"#), Ok(Topics::CONTENT));
        let named = parse(r#"{"type":"content_updated","topics":["comments","security"],"timestamp":"x"}"#);
        assert_eq!(named, Ok(Topics::of(&[Topic::Comments])));
        for wrong in ["", "hello", "[]", r#"{"type":"hello"}"#, r#"{"type":"content_updated","topics":["x"]}"#] {
            assert_eq!(parse(wrong), Err(CloseCause::Policy), "{wrong}");
        }
    }

    #[test]
    fn a_message_to_a_client_has_three_members() {
        let text = build(Topics::of(&[Topic::Users, Topic::Documents]), TEST_NOW);
        let expected =
            format!(r#"{{"type":"content_updated","topics":["documents","users"],"timestamp":"{TEST_NOW}"}}"#);
        assert_eq!(text, expected);
    }

    #[tokio::test]
    async fn a_client_can_send_ten_messages_a_minute() {
        let (mut limit, start) = (MessageLimit::of_messages(), Instant::now());
        for n in 0..10 {
            assert_eq!(limit.count(start + Duration::from_secs(n)), Ok(()));
        }
        assert_eq!(limit.count(start + Duration::from_secs(59)), Err(CloseCause::Policy));
        assert_eq!(limit.count(start + Duration::from_mins(1)), Ok(()));
    }
}
