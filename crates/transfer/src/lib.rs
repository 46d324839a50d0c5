//! Exports and imports: the format of an archive, who may make which, and what goes into a user's own export.
//!
//! An archive is a tar file compressed with Zstandard. [`Member`](member::Member) names what it may contain,
//! [`Manifest`](manifest::Manifest) is its last member with the size and the SHA-256 of each of the others, and
//! [`front_matter`] is the form of a document in it.

pub mod error;
pub mod front_matter;
pub mod manifest;
pub mod member;
pub mod note;
pub mod ports;
pub mod record;
pub mod services;
pub mod staged;
