//! Live updates: the open sockets of this node, and the messages to each.

mod frames;
pub mod hub;
mod message;
pub mod socket;

#[cfg(test)]
mod tests;
