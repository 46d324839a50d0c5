//! The site's status, its health, and the API description.

pub mod docs;
pub mod health;
pub mod lock_status;
pub mod openapi;
pub mod ready;
