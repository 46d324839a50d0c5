//! Monitoring, alerts, statistics, mail, notifications and the home board.

pub mod alerts;
pub mod analytics;
pub mod board;
pub mod first_steps;
pub mod mail;
pub mod monitoring;
pub mod news;
pub mod notifications;
