//! Exports of the whole database with its files, and imports.
//!
//! The rows of each table in [`catalog`] travel as JSON objects of their columns, which are read from the database's own
//! catalog. So both databases write the same members, and a new column travels without a change here.

mod catalog;
mod columns;
mod export;
mod files;
mod folder;
mod import;
mod insert;
mod lines;
mod names;
mod pack;
mod progress;
mod reader;
mod rows;
mod rules;
mod staging;
mod sums;
mod trashed;
mod writer;

pub use export::{ExportOptions, Exporter};
pub use folder::{FolderImporter, Made, Note};
pub use import::{ImportReport, Importer, KindReport};
pub use progress::{Progress, Step};
pub use rules::check;
pub use staging::Archives;

use crate::db::DbError;
use transfer::TransferError;

/// Converts an error of the database about no particular member.
fn store(error: DbError) -> TransferError {
    TransferError::Store(error.into())
}
