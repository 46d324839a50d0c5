//! A second handle to a connection's socket, to end it when the HTTP layer cannot: as long as the peer takes nothing,
//! that layer waits to send and asks for no more of the response.

use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use socket2::{SockRef, Socket};
use std::any::Any;
use std::net::Shutdown;
use std::sync::Arc;
use std::time::Duration;

/// A connection that can be ended from outside. It costs one file descriptor per connection.
#[derive(Clone, Debug)]
pub struct Connection(Arc<Socket>);

impl Connection {
    /// Keeps a handle to a new connection in its data. Without one, for lack of file descriptors, a stalled peer is
    /// ended by the system's time limit.
    pub fn keep(connection: &dyn Any, data: &mut Extensions) {
        if let Some(Ok(socket)) = connection.downcast_ref::<TcpStream>().map(|stream| SockRef::from(stream).try_clone())
        {
            data.insert(Self(Arc::new(socket)));
        }
    }

    /// Ends the connection. What the system still holds for the peer is discarded, not delivered.
    pub fn cut(&self) {
        // Both fail only if the connection has ended.
        drop(self.0.set_linger(Some(Duration::ZERO)));
        drop(self.0.shutdown(Shutdown::Both));
    }
}
