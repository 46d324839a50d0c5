//! The content of `facility demo`: a facility filled with lore.
//!
//! [`lore`] contains the documents, [`cast`] the accounts, and [`fill`] enters both, the comments, templates and drafts
//! through the services, as users would.

mod archive;
pub mod cast;
mod comments;
mod dated;
mod fields;
pub mod fill;
pub mod lore;
mod templates;
mod unfinished;

use std::error::Error;

/// The result of a step.
type Outcome<T> = Result<T, Box<dyn Error>>;
