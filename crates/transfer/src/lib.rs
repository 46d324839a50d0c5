//! Exports and imports: the format of archives, who may create them, and the content of a user's own export.
//!
//! An archive is a tar file compressed with Zstandard. [`Member`](member::Member) defines what it may contain.
//! [`Manifest`](manifest::Manifest) is its last member, with the size and the SHA-256 of each of the others.
//! [`front_matter`] is the form of a document in it.

pub mod error;
pub mod front_matter;
pub mod manifest;
pub mod member;
pub mod ports;
pub mod record;
pub mod services;
pub mod staged;
