//! The use cases.

pub mod installation;
pub mod own;
