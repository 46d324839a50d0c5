//! Files: a ticket, one transfer, a claim, and downloads.

pub mod claim;
pub mod create;
pub mod download;
pub mod put;
