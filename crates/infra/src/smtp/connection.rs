//! A connection to a mail server that limits how much the server can send and uses nothing that was sent before TLS.

use super::parts::Parts;
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncBufRead as _, AsyncRead, AsyncWrite, BufReader, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// Time limit for connecting, TLS included.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of bytes read in a connection, which sends one letter: replies have at most 512 bytes per line (RFC
/// 5321, 4.5.3.1.5), and certificates a few thousand.
const MAX_BYTES: usize = 64 * 1024;

/// How a connection is encrypted.
pub(super) enum Encryption {
    /// Unencrypted.
    None,
    /// TLS from the first byte on.
    Wrapped(TlsConnector, ServerName<'static>),
    /// TLS after STARTTLS.
    Upgraded(TlsParameters),
}

impl Encryption {
    /// Reads the trusted certificates of this machine if they are needed. `None` if there are none or the host is
    /// invalid.
    pub(super) fn prepare(parts: &Parts) -> Option<Self> {
        let name = parts.host.clone();
        if parts.upgrades {
            return TlsParameters::new_rustls(name).ok().map(Self::Upgraded);
        }
        if !parts.wraps {
            return Some(Self::None);
        }
        let mut roots = RootCertStore::empty();
        let (added, _ignored) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        let name = ServerName::try_from(name).ok()?;
        (added > 0).then(|| Self::Wrapped(TlsConnector::from(Arc::new(config)), name))
    }
}

/// Why connecting failed.
pub(super) enum NoConnection {
    /// The server cannot be reached, or its certificate is not valid for its name.
    Network(io::Error),
    /// The server does not follow SMTP.
    Smtp(lettre::transport::smtp::Error),
}

impl From<io::Error> for NoConnection {
    fn from(error: io::Error) -> Self {
        Self::Network(error)
    }
}

impl From<lettre::transport::smtp::Error> for NoConnection {
    fn from(error: lettre::transport::smtp::Error) -> Self {
        Self::Smtp(error)
    }
}

/// Connects, greets as `hello`, and encrypts.
pub(super) async fn connect(
    (host, port): (&str, u16),
    encryption: &Encryption,
    hello: &ClientId,
) -> Result<AsyncSmtpConnection, NoConnection> {
    let limited = async {
        let stream = TcpStream::connect((host, port)).await?;
        let peer = stream.peer_addr()?;
        let stream: Box<dyn AsyncTokioStream> = match encryption {
            Encryption::Wrapped(connector, name) => {
                Box::new(Bounded::new(connector.connect(name.clone(), stream).await?, peer))
            }
            Encryption::None | Encryption::Upgraded(_) => Box::new(Bounded::new(stream, peer)),
        };
        Ok::<_, io::Error>(stream)
    };
    let elapsed = |_| io::Error::new(io::ErrorKind::TimedOut, "connection timed out");
    let stream = timeout(CONNECT_TIMEOUT, limited).await.map_err(elapsed)??;
    let mut connection = AsyncSmtpConnection::connect_with_transport(stream, hello).await?;
    if let Encryption::Upgraded(parameters) = encryption {
        connection.starttls(parameters.clone(), hello).await?;
    }
    Ok(connection)
}

/// A stream that fails after [`MAX_BYTES`] and never returns more than the current line. The client keeps what it has
/// read beyond a reply, even when TLS begins. Because it reads line by line, data that an attacker adds to the reply to
/// STARTTLS becomes part of the handshake, which fails, and never the reply to a later command.
#[derive(Debug)]
struct Bounded<S> {
    stream: BufReader<S>,
    peer: SocketAddr,
    received: usize,
}

impl<S: AsyncRead> Bounded<S> {
    fn new(stream: S, peer: SocketAddr) -> Self {
        Self { stream: BufReader::new(stream), peer, received: 0 }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Bounded<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let available = ready!(Pin::new(&mut this.stream).poll_fill_buf(context))?;
        let line = available.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
        let taken = line.get(..into.remaining()).unwrap_or(line);
        into.put_slice(taken);
        let count = taken.len();
        Pin::new(&mut this.stream).consume(count);
        this.received = this.received.saturating_add(count);
        if this.received > MAX_BYTES {
            return Poll::Ready(Err(io::Error::other("the mail server sent too much")));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Bounded<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S> AsyncTokioStream for Bounded<S>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + Sync + std::fmt::Debug,
{
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}
