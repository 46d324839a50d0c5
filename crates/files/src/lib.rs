//! Files: uploading them, what is accepted, and the store of their bytes.
//!
//! [`kind`] defines the accepted files and their names, [`content`] checks bytes as they arrive, and [`uploads`] is the
//! use case of an upload; [`ports`] declares what it needs from outside.

pub mod content;
pub mod error;
pub mod file;
pub mod kind;
pub mod ports;
pub mod refusal;
pub mod text_encoding;
pub mod upload;
pub mod uploads;
