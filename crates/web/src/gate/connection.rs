//! A second handle to a connection's socket, to end it when the HTTP layer cannot: while the peer reads nothing, that
//! layer waits to send and does not poll the response.

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
    /// Stores a handle to a new connection in its data. If no file descriptor is left, there is no handle, and a
    /// stalled peer is disconnected only by the system's time limit.
    pub fn keep(connection: &dyn Any, data: &mut Extensions) {
        if let Some(Ok(socket)) = connection.downcast_ref::<TcpStream>().map(|stream| SockRef::from(stream).try_clone())
        {
            data.insert(Self(Arc::new(socket)));
        }
    }

    /// Ends the connection. Data that the system still holds for the peer is discarded, not delivered.
    pub fn cut(&self) {
        // Both calls fail only if the connection has already ended.
        drop(self.0.set_linger(Some(Duration::ZERO)));
        drop(self.0.shutdown(Shutdown::Both));
    }
}
