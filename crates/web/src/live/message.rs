//! The messages of a socket, and why one is closed.

use actix_ws::{CloseCode, CloseReason};
use audit::topics::{Topic, Topics};
use kernel::Timestamp;
use std::time::Duration;
use tokio::time::Instant;

/// Messages a client may send in a minute.
const MESSAGES_A_MINUTE: usize = 10;

/// Why a socket is closed by us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The client broke the rules of the conversation.
    Policy,
    /// A message over 4 KiB.
    TooLarge,
    /// The session is over.
    SessionOver,
    /// The site was locked, and this is no administrator.
    Lockdown,
    /// The server stops.
    GoingAway,
}

impl Ended {
    /// What the client is told.
    pub fn reason(self) -> CloseReason {
        let (code, text) = match self {
            Self::Policy => (CloseCode::Policy, "policy"),
            Self::TooLarge => (CloseCode::Size, "too large"),
            Self::SessionOver => (CloseCode::Other(4401), "session ended"),
            Self::Lockdown => (CloseCode::Other(4423), "lockdown"),
            Self::GoingAway => (CloseCode::Away, "the server stops"),
        };
        (code, text).into()
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

/// What a client asks to be told to the others: the topics it names, or all of the content. What no client may speak
/// of is left out.
pub fn parse(text: &str) -> Result<Topics, Ended> {
    let sent: Sent = serde_json::from_str(text).map_err(|_source| Ended::Policy)?;
    if sent.kind != "content_updated" {
        return Err(Ended::Policy);
    }
    let Some(names) = sent.topics else { return Ok(Topics::CONTENT) };
    let topics: Option<Vec<Topic>> = names.iter().map(|name| Topic::parse(name)).collect();
    Ok(Topics::of(&topics.ok_or(Ended::Policy)?).within(Topics::CONTENT))
}

/// What a socket tells its client.
pub fn told(topics: Topics, timestamp: Timestamp) -> String {
    let topics = topics.iter().map(Topic::as_str).collect();
    let told = Told { kind: "content_updated", topics, timestamp };
    serde_json::to_string(&told).unwrap_or_default()
}

/// Counts a client's messages.
#[derive(Debug, Default)]
pub struct Flood(std::collections::VecDeque<Instant>);

impl Flood {
    /// Counts one; an error when there were too many in the last minute.
    pub fn count(&mut self, now: Instant) -> Result<(), Ended> {
        while self.0.front().is_some_and(|first| now.duration_since(*first) >= Duration::from_mins(1)) {
            self.0.pop_front();
        }
        if self.0.len() >= MESSAGES_A_MINUTE {
            return Err(Ended::Policy);
        }
        self.0.push_back(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::testing::TEST_NOW;

    #[test]
    fn a_client_speaks_of_content_alone() {
        assert_eq!(parse(r#"{"type":"content_updated"}"#), Ok(Topics::CONTENT));
        let named = parse(r#"{"type":"content_updated","topics":["comments","security"],"timestamp":"x"}"#);
        assert_eq!(named, Ok(Topics::of(&[Topic::Comments])));
        for wrong in
            ["", "hello", "[]", r#"{"type":"hello"}"#, r#"{"type":"content_updated","topics":["x"]}"#]
        {
            assert_eq!(parse(wrong), Err(Ended::Policy), "{wrong}");
        }
    }

    #[test]
    fn a_message_has_three_members() {
        let text = told(Topics::of(&[Topic::Users, Topic::Documents]), TEST_NOW);
        let expected = format!(
            r#"{{"type":"content_updated","topics":["documents","users"],"timestamp":"{TEST_NOW}"}}"#
        );
        assert_eq!(text, expected);
    }

    #[tokio::test]
    async fn ten_messages_a_minute() {
        let (mut flood, start) = (Flood::default(), Instant::now());
        for n in 0..10 {
            assert_eq!(flood.count(start + Duration::from_secs(n)), Ok(()));
        }
        assert_eq!(flood.count(start + Duration::from_secs(59)), Err(Ended::Policy));
        assert_eq!(flood.count(start + Duration::from_mins(1)), Ok(()));
    }
}
