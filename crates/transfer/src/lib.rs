//! Exports and imports: the format of an archive, who may make which, and what goes into a user's own export.
//!
//! An archive is a tar file compressed with Zstandard. [`Member`] names what it may contain, [`Manifest`] is its last
//! member with the size and the SHA-256 of each of the others, and [`front_matter`] is the form of a document in it.

mod error;
pub mod front_matter;
mod manifest;
mod member;
pub mod note;
mod ports;
mod record;
pub mod services;

pub use error::TransferError;
pub use manifest::{Contents, FORMAT, Manifest, ManifestError, MemberSum, VERSION};
pub use member::{AUDIT_LOG, MANIFEST, Member, UnknownMember};
pub use ports::{Exports, OwnRecords, Pack, Staged};
#[cfg(any(test, feature = "testing"))]
pub use ports::{MockExports, MockOwnRecords};
pub use record::markdown;
