//! A mail server (RFC 5321) that fails half of the time, each time at another point of the conversation.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What happens to a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Taken,
    RefusedAtOnce,
    RefusedRecipient,
    RefusedData,
    CutInTheText,
    /// The message is taken, and the client does not learn of it.
    Unanswered,
}

/// Half of the connections succeed.
const FATES: [Fate; 10] = [
    Fate::Taken,
    Fate::RefusedAtOnce,
    Fate::Taken,
    Fate::RefusedRecipient,
    Fate::Taken,
    Fate::RefusedData,
    Fate::Taken,
    Fate::CutInTheText,
    Fate::Taken,
    Fate::Unanswered,
];

#[derive(Default)]
struct Books {
    connections: u64,
    failures: u64,
    unanswered: u64,
    /// How often each message arrived, by its `Message-ID`.
    arrived: HashMap<String, u64>,
}

/// A running server.
#[derive(Clone)]
pub struct HalfOffice {
    address: SocketAddr,
    books: Arc<Mutex<Books>>,
}

impl HalfOffice {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let office = Self { address: listener.local_addr().unwrap(), books: Arc::default() };
        let serving = office.clone();
        tokio::spawn(async move {
            while let Ok((stream, _peer)) = listener.accept().await {
                let office = serving.clone();
                // A client that leaves is no error.
                tokio::spawn(async move { office.serve(stream).await.ok() });
            }
        });
        office
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Returns how often each message arrived, by its `Message-ID`.
    pub fn arrived(&self) -> HashMap<String, u64> {
        self.books.lock().unwrap().arrived.clone()
    }

    /// Returns the number of different messages that arrived.
    pub fn different(&self) -> usize {
        self.books.lock().unwrap().arrived.len()
    }

    /// Returns the number of connections, of those that failed, and of those that failed after the message was taken.
    pub fn counted(&self) -> (u64, u64, u64) {
        let books = self.books.lock().unwrap();
        (books.connections, books.failures, books.unanswered)
    }

    fn next_fate(&self) -> Fate {
        let mut books = self.books.lock().unwrap();
        let fate = FATES[usize::try_from(books.connections).unwrap() % FATES.len()];
        books.connections += 1;
        books.failures += u64::from(fate != Fate::Taken);
        books.unanswered += u64::from(fate == Fate::Unanswered);
        fate
    }

    async fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        let fate = self.next_fate();
        stream.set_nodelay(true)?;
        let mut lines = BufReader::new(stream).lines();
        if fate == Fate::RefusedAtOnce {
            return lines.get_mut().write_all(b"421 4.3.2 busy\r\n").await;
        }
        lines.get_mut().write_all(b"220 half.test ready\r\n").await?;
        while let Some(line) = lines.next_line().await? {
            let answer: &[u8] = match line.get(..4).unwrap_or_default() {
                "EHLO" => b"250 half.test\r\n",
                "RCPT" if fate == Fate::RefusedRecipient => b"451 4.7.1 greylisted\r\n",
                "DATA" if fate == Fate::RefusedData => b"452 4.3.1 full\r\n",
                "DATA" => {
                    lines.get_mut().write_all(b"354 go on\r\n").await?;
                    let mut id = None;
                    while let Some(line) = lines.next_line().await? {
                        if line == "." {
                            break;
                        }
                        if fate == Fate::CutInTheText {
                            return Ok(());
                        }
                        id = id.or_else(|| line.strip_prefix("Message-ID: ").map(str::to_owned));
                    }
                    let id = id.unwrap();
                    *self.books.lock().unwrap().arrived.entry(id).or_default() += 1;
                    if fate == Fate::Unanswered {
                        return Ok(());
                    }
                    b"250 taken\r\n"
                }
                "QUIT" => return lines.get_mut().write_all(b"221 bye\r\n").await,
                _ => b"250 ok\r\n",
            };
            lines.get_mut().write_all(answer).await?;
        }
        Ok(())
    }
}
