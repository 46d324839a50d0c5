//! A small SMTP server (RFC 5321) for tests. It accepts mail, also over TLS, and refuses or stalls for chosen
//! recipients.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// How the server treats mail to a recipient.
#[derive(Clone, Copy)]
pub enum Treatment {
    /// It refuses the mail with this reply.
    Refuses(&'static str),
    /// It stops replying.
    Stalls,
    /// It accepts the message and stops replying.
    Keeps,
}

/// A message as it arrived.
#[derive(Clone, Debug)]
pub struct Received {
    pub from: String,
    pub to: Vec<String>,
    /// Headers and body, with line breaks as `\n`.
    pub text: String,
}

/// How connections are encrypted.
#[derive(Clone)]
pub enum Encryption {
    /// Not at all, and the server does not offer it.
    None,
    /// After STARTTLS (RFC 3207).
    Starttls(TlsAcceptor),
    /// After STARTTLS, with forged replies to later commands added before the encryption begins.
    Injected(TlsAcceptor),
    /// From the first byte on (RFC 8314).
    Wrapped(TlsAcceptor),
    /// Not at all, with a greeting that never ends.
    Endless,
}

/// Forged replies that an attacker in between adds. A client that keeps them would believe that its message was
/// accepted.
const INJECTED: &[u8] = b"220 go on\r\n250-office.test\r\n250 AUTH PLAIN\r\n235 welcome\r\n250 ok\r\n250 ok\r\n354 go on\r\n250 taken\r\n221 bye\r\n";

/// A running server.
#[derive(Clone)]
pub struct PostOffice {
    pub address: SocketAddr,
    encryption: Encryption,
    treatments: Arc<Mutex<HashMap<String, Treatment>>>,
    /// Whether it refuses passwords with a reply that repeats them.
    pub echoes: Arc<AtomicBool>,
    /// Number of bytes of an endless greeting that the client has read.
    pub endless: Arc<AtomicUsize>,
    received: Arc<Mutex<Vec<Received>>>,
    commands: Arc<Mutex<Vec<String>>>,
}

impl PostOffice {
    pub async fn open() -> Self {
        Self::open_with(Encryption::None).await
    }

    pub async fn open_with(encryption: Encryption) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let office = Self {
            address: listener.local_addr().unwrap(),
            encryption,
            treatments: Arc::default(),
            echoes: Arc::default(),
            endless: Arc::default(),
            received: Arc::default(),
            commands: Arc::default(),
        };
        let serving = office.clone();
        tokio::spawn(async move {
            while let Ok((stream, _peer)) = listener.accept().await {
                let office = serving.clone();
                // A client that disconnects is not an error.
                tokio::spawn(async move { office.serve(stream).await.ok() });
            }
        });
        office
    }

    /// Returns the URL of the server with a user and a password.
    pub fn url(&self) -> String {
        format!("smtp://robot:hunter2@{}", self.address)
    }

    pub fn treat(&self, recipient: &str, treatment: Option<Treatment>) {
        let mut treatments = self.treatments.lock().unwrap();
        match treatment {
            Some(treatment) => treatments.insert(recipient.to_owned(), treatment),
            None => treatments.remove(recipient),
        };
    }

    fn treatment(&self, recipient: &str) -> Option<Treatment> {
        self.treatments.lock().unwrap().get(recipient).copied()
    }

    /// Returns all commands in the order of their arrival.
    pub fn all_commands(&self) -> Vec<String> {
        self.commands.lock().unwrap().clone()
    }

    /// Returns the messages for this recipient.
    pub fn received_by(&self, recipient: &str) -> Vec<Received> {
        let received = self.received.lock().unwrap();
        received.iter().filter(|mail| mail.to.iter().any(|to| to == recipient)).cloned().collect()
    }

    /// Returns the commands that start with this text.
    pub fn commands(&self, start: &str) -> Vec<String> {
        self.commands.lock().unwrap().iter().filter(|line| line.starts_with(start)).cloned().collect()
    }

    async fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        match &self.encryption {
            Encryption::None => self.talk(stream, true, false).await.map(drop),
            Encryption::Wrapped(acceptor) => self.talk(acceptor.accept(stream).await?, true, false).await.map(drop),
            Encryption::Endless => self.talk_endlessly(stream).await,
            Encryption::Starttls(acceptor) | Encryption::Injected(acceptor) => {
                match self.talk(stream, true, true).await? {
                    Some(stream) => self.talk(acceptor.accept(stream).await?, false, false).await.map(drop),
                    None => Ok(()),
                }
            }
        }
    }

    fn reply_to_auth(&self, line: &str) -> String {
        if self.echoes.load(Ordering::SeqCst) { format!("535 no: {line}") } else { "235 welcome".to_owned() }
    }

    async fn talk_endlessly(&self, mut stream: TcpStream) -> std::io::Result<()> {
        stream.write_all(b"220 ").await?;
        loop {
            let written = stream.write(&[b'x'; 4096]).await?;
            self.endless.fetch_add(written, Ordering::SeqCst);
        }
    }

    /// Answers commands. Returns the connection if the client wants it encrypted.
    async fn talk<S>(&self, stream: S, greets: bool, offers_tls: bool) -> std::io::Result<Option<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut lines = BufReader::new(stream).lines();
        let mut mail = Received { from: String::new(), to: Vec::new(), text: String::new() };
        if greets {
            lines.get_mut().write_all(b"220 office.test ready\r\n").await?;
        }
        while let Some(line) = lines.next_line().await? {
            self.commands.lock().unwrap().push(line.clone());
            let verb: String = line.chars().take(4).collect::<String>().to_uppercase();
            let answer = match verb.as_str() {
                "EHLO" if offers_tls => "250-office.test\r\n250-STARTTLS\r\n250 8BITMIME".to_owned(),
                "EHLO" => "250-office.test\r\n250-AUTH PLAIN\r\n250 8BITMIME".to_owned(),
                "STAR" if offers_tls => {
                    let injected = matches!(self.encryption, Encryption::Injected(_));
                    let reply: &[u8] = if injected { INJECTED } else { b"220 go on\r\n" };
                    lines.get_mut().write_all(reply).await?;
                    return Ok(Some(lines.into_inner().into_inner()));
                }
                "AUTH" => self.reply_to_auth(&line),
                "MAIL" => {
                    mail = Received { from: address_in(&line), to: Vec::new(), text: String::new() };
                    "250 ok".to_owned()
                }
                "RCPT" => {
                    let to = address_in(&line);
                    match self.treatment(&to) {
                        Some(Treatment::Refuses(reply)) => reply.to_owned(),
                        Some(Treatment::Stalls) => std::future::pending().await,
                        Some(Treatment::Keeps) | None => {
                            mail.to.push(to);
                            "250 ok".to_owned()
                        }
                    }
                }
                "DATA" => {
                    lines.get_mut().write_all(b"354 go on\r\n").await?;
                    while let Some(line) = lines.next_line().await? {
                        if line == "." {
                            break;
                        }
                        mail.text.push_str(line.strip_prefix('.').unwrap_or(&line));
                        mail.text.push('\n');
                    }
                    self.received.lock().unwrap().push(mail.clone());
                    let keeps = |to: &String| matches!(self.treatment(to), Some(Treatment::Keeps));
                    if mail.to.iter().any(keeps) {
                        std::future::pending::<()>().await;
                    }
                    "250 taken".to_owned()
                }
                "RSET" | "NOOP" => "250 ok".to_owned(),
                "QUIT" => {
                    lines.get_mut().write_all(b"221 bye\r\n").await?;
                    return Ok(None);
                }
                _ => "502 unknown".to_owned(),
            };
            lines.get_mut().write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
        Ok(None)
    }
}

/// Returns the text between angle brackets.
fn address_in(line: &str) -> String {
    let rest = line.split_once('<').map_or("", |(_, rest)| rest);
    rest.split_once('>').map_or("", |(address, _)| address).to_owned()
}
