//! Oversight: notifications, the home screen and monitoring.
//!
//! For everyone, notifications and the home screen. For administrators, security alerts, deadline reminders,
//! statistics, open sessions, and the names of records in the audit log. [`services`] holds the use cases, and
//! [`ports`] declares their ports.

pub mod analytics;
pub mod desk;
pub mod error;
pub mod first_steps;
pub mod ports;
pub mod reminders;
pub mod services;
