//! The content of `facility demo`: a facility filled with lore.
//!
//! [`lore`] contains the documents, edits and comments, and [`cast`] the accounts. [`fill`] creates them, and templates
//! and drafts, through the services, as users would.

mod archive;
pub mod cast;
mod comments;
mod dated;
mod drafts;
mod fields;
pub mod fill;
pub mod lore;
mod templates;

use std::error::Error;

/// The result of a step.
type Outcome<T> = Result<T, Box<dyn Error>>;
