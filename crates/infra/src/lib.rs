//! The adapters: what the domain asks of databases, the object store, the clock and chance.
//!
//! This is the only crate that knows which database there is. [`db`] is the gate to it, `tables` holds the statements
//! as plain functions over a connection, [`repos`] the ports' adapters. Nothing here reads the environment: the
//! composition root hands everything in.

#[cfg(all(feature = "test-clock", not(debug_assertions)))]
compile_error!(
    "the feature `test-clock` lets a file move the server's time: it is for debug builds of the tests only"
);

pub mod anchors;
pub mod clock;
mod commit;
pub mod db;
pub mod events;
mod hash_memory;
pub mod keys;
pub mod objects;
pub mod password;
pub mod repos;
mod search;
mod tables;

#[cfg(feature = "testing")]
pub mod testing;

/// Installs the cryptography that TLS connections use, once for the process. Call it before any S3 store is opened;
/// calling it again does nothing.
pub fn install_tls() {
    // An error only says that a provider is installed already.
    drop(rustls::crypto::ring::default_provider().install_default());
}
