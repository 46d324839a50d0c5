//! Files.

pub mod uploads;
