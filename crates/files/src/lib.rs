//! Files: uploading them, which files are accepted, and the store of their bytes.
//!
//! [`kind`] defines the accepted files and their names, [`content`] checks bytes as they arrive, and [`uploads`] is the
//! use case of an upload. [`ports`] declares its ports.

pub mod content;
pub mod error;
pub mod file;
pub mod kind;
pub mod picture;
pub mod place;
pub mod ports;
pub mod refusal;
pub mod text;
pub mod text_encoding;
pub mod upload;
pub mod uploads;
