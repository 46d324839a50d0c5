//! The content of `facility demo`: a facility filled with lore.
//!
//! [`lore`] contains the documents, [`cast`] the accounts, and [`fill`] enters both and the drafts through the services, as
//! users would.

mod archive;
pub mod cast;
pub mod fill;
pub mod lore;
mod unfinished;
