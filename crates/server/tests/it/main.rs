//! Tests of the whole server over a real socket.
