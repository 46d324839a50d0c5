//! What administrators watch, and the board of home.

pub(crate) mod alerts;
pub(crate) mod board;
pub mod figures;
pub(crate) mod reminders;
pub(crate) mod subjects;
