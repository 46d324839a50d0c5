//! Oversight: what people are told and what administrators watch.
//!
//! News and the home board of everyone; for administrators security alerts, reminders of deadlines, figures, open
//! sessions and what the audit log is about. [`ports`] declares what it needs from outside; [`services`] are the use
//! cases.

pub mod analytics;
pub mod desk;
pub mod error;
pub mod first_steps;
pub mod ports;
pub mod reminders;
pub mod services;
