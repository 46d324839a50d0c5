//! Adapters for the domain's ports: databases, object store, clock and randomness.
//!
//! Only this crate knows which database is in use. [`db`] is the only access to it, and [`storage`] implements the
//! domain's ports on it, each beside the statements on its main table. Nothing here reads the environment: the
//! composition root passes in all settings.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(all(feature = "test-clock", not(debug_assertions)))]
compile_error!("the feature `test-clock` lets a file move the server's time: it is for debug builds of the tests only");
#[cfg(all(feature = "test-hashes", not(debug_assertions)))]
compile_error!("the feature `test-hashes` lets passwords have light hashes: it is for debug builds of the tests only");

#[macro_use]
pub mod db;

pub mod anchors;
pub mod backup;
pub mod clock;
mod commit;
pub mod comparing;
pub mod confined;
pub mod events;
mod hash_memory;
mod hashing;
pub mod housekeeping;
pub mod keys;
pub mod migration;
pub mod objects;
mod opening;
pub mod password;
pub mod pictures;
mod qr_code;
pub mod running;
pub mod sealing;
pub(crate) mod search;
pub mod smtp;
pub mod storage;
pub mod texts;
pub mod totp;
pub mod transfer;

#[cfg(feature = "testing")]
pub mod testing;

/// Installs the TLS cryptography provider for the process. Call it before opening an S3 store. Calling it again has
/// no effect.
pub fn install_tls() {
    // The only error is that a provider is already installed.
    drop(rustls::crypto::ring::default_provider().install_default());
}
