//! The messages on a socket, and the reasons for closing one.

use actix_ws::{CloseCode, CloseReason};
use facility_audit::topics::{Topic, Topics};
use facility_kernel::Timestamp;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// Maximum number of messages from a client per minute.
const MESSAGES_A_MINUTE: usize = 10;
/// Maximum number of pings and pongs from a client per minute. Each ping of the server causes a pong, and some
/// clients other than browsers send a ping every few seconds.
const SIGNS_A_MINUTE: usize = 60;

/// Why the server closes a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Ended {
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

impl Ended {
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
struct Sent {
    #[serde(rename = "type")]
    kind: String,
    topics: Option<Vec<String>>,
}

#[derive(serde::Serialize)]
struct Told {
    #[serde(rename = "type")]
    kind: &'static str,
    topics: Vec<&'static str>,
    timestamp: Timestamp,
}

/// Parses a client's message: the topics that it names, or all content topics. Topics that clients may not announce
/// are left out. Errors: the message is invalid.
pub fn parse(text: &str) -> Result<Topics, Ended> {
    let sent: Sent = serde_json::from_str(text).map_err(|_source| Ended::Policy)?;
    if sent.kind != "content_updated" {
        return Err(Ended::Policy);
    }
    let Some(names) = sent.topics else { return Ok(Topics::CONTENT) };
    let topics: Option<Vec<Topic>> = names.iter().map(|name| Topic::parse(name)).collect();
    Ok(Topics::of(&topics.ok_or(Ended::Policy)?).intersection(Topics::CONTENT))
}

/// Builds a message to a client.
pub fn told(topics: Topics, timestamp: Timestamp) -> String {
    let topics = topics.iter().map(Topic::as_str).collect();
    let told = Told { kind: "content_updated", topics, timestamp };
    serde_json::to_string(&told).unwrap_or_default()
}

/// Limits a client's messages, or its pings and pongs.
#[derive(Debug)]
pub struct Flood {
    most: usize,
    last: VecDeque<Instant>,
}

impl Flood {
    /// Creates the limit for messages: 10 a minute.
    pub const fn of_messages() -> Self {
        Self { most: MESSAGES_A_MINUTE, last: VecDeque::new() }
    }

    /// Creates the limit for pings and pongs: 60 a minute.
    pub const fn of_signs() -> Self {
        Self { most: SIGNS_A_MINUTE, last: VecDeque::new() }
    }

    /// Counts one. Errors: the limit within the last minute is exceeded.
    pub fn count(&mut self, now: Instant) -> Result<(), Ended> {
        while self.last.front().is_some_and(|first| now.duration_since(*first) >= Duration::from_mins(1)) {
            self.last.pop_front();
        }
        if self.last.len() >= self.most {
            return Err(Ended::Policy);
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
    fn a_client_speaks_of_content_alone() {
        assert_eq!(parse(r#"{"type":"content_updated"}"#), Ok(Topics::CONTENT));
        let named = parse(r#"{"type":"content_updated","topics":["comments","security"],"timestamp":"x"}"#);
        assert_eq!(named, Ok(Topics::of(&[Topic::Comments])));
        for wrong in ["", "hello", "[]", r#"{"type":"hello"}"#, r#"{"type":"content_updated","topics":["x"]}"#] {
            assert_eq!(parse(wrong), Err(Ended::Policy), "{wrong}");
        }
    }

    #[test]
    fn a_message_has_three_members() {
        let text = told(Topics::of(&[Topic::Users, Topic::Documents]), TEST_NOW);
        let expected =
            format!(r#"{{"type":"content_updated","topics":["documents","users"],"timestamp":"{TEST_NOW}"}}"#);
        assert_eq!(text, expected);
    }

    #[tokio::test]
    async fn ten_messages_a_minute() {
        let (mut flood, start) = (Flood::of_messages(), Instant::now());
        for n in 0..10 {
            assert_eq!(flood.count(start + Duration::from_secs(n)), Ok(()));
        }
        assert_eq!(flood.count(start + Duration::from_secs(59)), Err(Ended::Policy));
        assert_eq!(flood.count(start + Duration::from_mins(1)), Ok(()));
    }
}
