//! Exports.

pub mod exports;
