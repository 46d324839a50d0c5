//! Migrations and the schema that they produce.

use super::error::MigrationError;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::connection::SimpleConnection as _;
use sha2::{Digest as _, Sha256};

pub(super) struct Migration<'a> {
    pub(super) version: &'a str,
    pub(super) up: &'a str,
}

impl Migration<'_> {
    /// The SHA-256 of its text. It detects a database that was made by a different text.
    pub(super) fn checksum(&self) -> String {
        hex::encode(Sha256::digest(self.up))
    }

    /// Runs and records it. The caller has begun a transaction.
    pub(super) fn run(&self, conn: &mut AnyConn) -> Result<(), MigrationError> {
        let failed = |error: diesel::result::Error| MigrationError::Failed {
            version: self.version.to_owned(),
            reason: error.to_string(),
        };
        conn.batch_execute(self.up).map_err(failed)?;
        Ok(self.record(conn)?)
    }

    pub(super) fn record(&self, conn: &mut AnyConn) -> Result<(), DbError> {
        let (version, checksum) = (self.version, self.checksum());
        let sql = format!("INSERT INTO facility_migrations (version, checksum) VALUES ('{version}', '{checksum}')");
        Ok(conn.batch_execute(&sql)?)
    }
}

/// All migrations of a database, oldest first, and the schema that they produce.
pub(super) struct Source<'a> {
    pub(super) migrations: &'a [Migration<'a>],
    pub(super) schema: &'a str,
}

impl<'a> Source<'a> {
    /// The migration of this version. Errors: this program does not have it.
    pub(super) fn known(&self, version: &str) -> Result<&'a Migration<'a>, MigrationError> {
        self.migrations
            .iter()
            .find(|migration| migration.version == version)
            .ok_or_else(|| MigrationError::Newer { version: version.to_owned(), newest: self.newest().to_owned() })
    }

    /// The version of the last migration.
    pub(super) fn newest(&self) -> &'a str {
        self.migrations.last().map_or("", |migration| migration.version)
    }
}
