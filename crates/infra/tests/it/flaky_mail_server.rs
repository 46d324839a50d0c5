//! A mail server (RFC 5321) that fails on half of the connections, at varying points of the conversation.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// How the server treats a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Behavior {
    Accepted,
    RefusedAtOnce,
    RefusedRecipient,
    RefusedData,
    ClosedDuringText,
    /// The message is accepted, but the connection ends before the client receives the reply.
    Unanswered,
}

/// Half of the connections succeed.
const BEHAVIORS: [Behavior; 10] = [
    Behavior::Accepted,
    Behavior::RefusedAtOnce,
    Behavior::Accepted,
    Behavior::RefusedRecipient,
    Behavior::Accepted,
    Behavior::RefusedData,
    Behavior::Accepted,
    Behavior::ClosedDuringText,
    Behavior::Accepted,
    Behavior::Unanswered,
];

#[derive(Default)]
struct Statistics {
    connections: u64,
    failures: u64,
    unanswered: u64,
    /// How often each message arrived, by its `Message-ID`.
    arrived: HashMap<String, u64>,
}

/// A running server.
#[derive(Clone)]
pub struct FlakyMailServer {
    address: SocketAddr,
    statistics: Arc<Mutex<Statistics>>,
}

impl FlakyMailServer {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self { address: listener.local_addr().unwrap(), statistics: Arc::default() };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _peer)) = listener.accept().await {
                let server = serving.clone();
                // A client that disconnects is no error.
                tokio::spawn(async move { server.serve(stream).await.ok() });
            }
        });
        server
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Returns how often each message arrived, by its `Message-ID`.
    pub fn arrived(&self) -> HashMap<String, u64> {
        self.statistics.lock().unwrap().arrived.clone()
    }

    /// Returns the number of different messages that arrived.
    pub fn different(&self) -> usize {
        self.statistics.lock().unwrap().arrived.len()
    }

    /// Returns the numbers of connections, of failed ones, and of those that failed after the message was accepted.
    pub fn counted(&self) -> (u64, u64, u64) {
        let statistics = self.statistics.lock().unwrap();
        (statistics.connections, statistics.failures, statistics.unanswered)
    }

    fn next_behavior(&self) -> Behavior {
        let mut statistics = self.statistics.lock().unwrap();
        let behavior = BEHAVIORS[usize::try_from(statistics.connections).unwrap() % BEHAVIORS.len()];
        statistics.connections += 1;
        statistics.failures += u64::from(behavior != Behavior::Accepted);
        statistics.unanswered += u64::from(behavior == Behavior::Unanswered);
        behavior
    }

    async fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        let behavior = self.next_behavior();
        stream.set_nodelay(true)?;
        let mut lines = BufReader::new(stream).lines();
        if behavior == Behavior::RefusedAtOnce {
            return lines.get_mut().write_all(b"421 4.3.2 busy\r\n").await;
        }
        lines.get_mut().write_all(b"220 half.test ready\r\n").await?;
        while let Some(line) = lines.next_line().await? {
            let answer: &[u8] = match line.get(..4).unwrap_or_default() {
                "EHLO" => b"250 half.test\r\n",
                "RCPT" if behavior == Behavior::RefusedRecipient => b"451 4.7.1 greylisted\r\n",
                "DATA" if behavior == Behavior::RefusedData => b"452 4.3.1 full\r\n",
                "DATA" => {
                    lines.get_mut().write_all(b"354 continue\r\n").await?;
                    let mut id = None;
                    while let Some(line) = lines.next_line().await? {
                        if line == "." {
                            break;
                        }
                        if behavior == Behavior::ClosedDuringText {
                            return Ok(());
                        }
                        id = id.or_else(|| line.strip_prefix("Message-ID: ").map(str::to_owned));
                    }
                    let id = id.unwrap();
                    *self.statistics.lock().unwrap().arrived.entry(id).or_default() += 1;
                    if behavior == Behavior::Unanswered {
                        return Ok(());
                    }
                    b"250 accepted\r\n"
                }
                "QUIT" => return lines.get_mut().write_all(b"221 bye\r\n").await,
                _ => b"250 ok\r\n",
            };
            lines.get_mut().write_all(answer).await?;
        }
        Ok(())
    }
}
