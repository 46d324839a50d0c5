//! The use cases of exports.

pub mod installation;
pub mod own;
