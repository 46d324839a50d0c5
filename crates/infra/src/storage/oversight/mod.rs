//! Monitoring for administrators, and the home page.

pub(crate) mod alerts;
pub(crate) mod board;
pub mod figures;
pub(crate) mod reminders;
pub(crate) mod subjects;
