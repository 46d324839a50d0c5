//! Exports of the whole database with its files, and imports.
//!
//! The rows of each table in [`catalog`] are exported as JSON objects of their columns, which are read from the
//! database's own catalog. So both databases write the same members, and a new column needs no change here.

mod catalog;
mod columns;
pub mod export;
mod files;
pub mod import;
mod insert;
mod lines;
mod names;
mod pack;
mod page_files;
pub mod pages;
pub mod progress;
mod reader;
mod rows;
pub mod rules;
pub mod staging;
mod sums;
mod trashed;
mod writer;

use crate::db::error::DbError;
use facility_transfer::error::TransferError;

/// Converts a database error that concerns no particular member.
fn store(error: DbError) -> TransferError {
    TransferError::Store(error.into())
}
