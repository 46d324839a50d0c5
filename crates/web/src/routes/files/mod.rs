//! Files.

pub mod pictures;
pub mod record_files;
pub mod texts;
pub mod uploads;
