//! The use cases, each a struct of ports.

pub mod alert_mail;
pub mod alerts;
pub mod analytics;
pub mod board;
pub mod monitoring;
pub mod news;
pub mod subjects;
