//! What tells people what waits and what happened.

pub mod alerts;
pub mod analytics;
pub mod board;
pub mod first_steps;
pub mod mail;
pub mod monitoring;
pub mod news;
pub mod notifications;
