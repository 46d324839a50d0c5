//! Child processes that read a file for this one, without files, sockets and further processes.
//!
//! A decoder meets bytes from strangers. So it runs in a process that has no environment and no file but two pipes, and
//! that limits itself ([`limits`]) before it reads the first byte. What goes wrong in it (a crash, memory without
//! bounds, an endless loop) ends this process only. The server starts itself with a hidden argument ([`parent`]).

pub mod answer;
pub mod limits;
pub mod parent;
