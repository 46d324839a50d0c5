//! The use cases of oversight.

pub mod alert_mail;
pub mod alerts;
pub mod analytics;
pub mod board;
pub mod monitoring;
pub mod news;
pub mod subjects;
