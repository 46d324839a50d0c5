//! Live updates: the open sockets of this node, and the messages to each.

mod frames;
mod hub;
mod message;
mod socket;

pub use hub::Hub;
pub use socket::{Sockets, open};

#[cfg(test)]
mod tests;
