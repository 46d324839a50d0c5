//! The site's state, its health, and the contract itself.

pub mod docs;
pub mod health;
pub mod lock_status;
pub mod openapi;
pub mod ready;
