//! Live refresh: the open sockets of this node, and what each is told.

mod frames;
mod hub;
mod message;
mod socket;

pub use hub::Hub;
pub use socket::{Sockets, open};

#[cfg(test)]
mod tests;
