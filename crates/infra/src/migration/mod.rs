//! Migrations of the schema: embedded in the binary, and run at start by one server at a time.
//!
//! A migration is one SQL file for each database, under the same name. The rules for writing one are in
//! `migrations/README.md`.

mod backup;
pub mod error;
pub(crate) mod schema;
mod source;

use crate::db::conn::{Access, AnyConn, Target, bounded};
use crate::db::error::DbError;
use crate::db::{Database, prepare_file};
use crate::opening::open;
use crate::search;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, RunQueryDsl};
use facility_audit::chain::ChainKey;
use source::{Migration, Source};

// Each as `const NAME: &[Migration<'static>]`, made by build.rs.
include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The oldest SQLite version without the bug that can damage a database when its write-ahead log is reset.
const SQLITE_FLOOR: [u32; 3] = [3, 51, 3];

/// The advisory lock for migrating on PostgreSQL. Any number that nothing else uses is suitable.
const MIGRATION_LOCK: &str = "7305804402529";

/// The runner's own table.
const LIST: &str = "CREATE TABLE IF NOT EXISTS facility_migrations (version TEXT PRIMARY KEY, checksum TEXT NOT NULL, \
     run_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)";

impl Database {
    /// Migrates the schema without opening the database for use. A SQLite file that holds data is first copied to a
    /// backup beside it. Blocks.
    pub fn migrate(target: &Target) -> Result<(), MigrationError> {
        prepare_file(target)?;
        match target {
            Target::Postgres(url) => postgres(url, &Source { migrations: POSTGRES, schema: schema::written(target) }),
            Target::Sqlite(path) => {
                sqlite(target, path, &Source { migrations: SQLITE, schema: schema::written(target) })
            }
        }
    }

    /// Migrates and opens the database. A missing SQLite file is created with mode 0600; its folder has to exist.
    /// Blocks.
    ///
    /// `audit_key` seals the entries of the audit log. Errors: the database cannot be reached or migrated, is newer
    /// than this program, was made by another text of a migration, or its SQLite version has a known data-loss bug.
    pub fn open(target: &Target, audit_key: ChainKey) -> Result<Self, MigrationError> {
        Self::migrate(target)?;
        Ok(Self::connect(target, search::FUNCTIONS, audit_key)?)
    }
}

/// Runs each migration in its own transaction, under a lock that ends with the connection.
fn postgres(url: &str, source: &Source<'_>) -> Result<(), MigrationError> {
    // A connection without the usual session timeouts: a migration may take longer than a request.
    let mut conn = AnyConn::Pg(PgConnection::establish(&bounded(url)).map_err(no_connection)?);
    conn.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})"))?;
    // An error closes the connection, which rolls the transaction back.
    conn.batch_execute("BEGIN")?;
    let pending = pending(&mut conn, source)?;
    conn.batch_execute("COMMIT")?;
    for migration in pending {
        conn.batch_execute("BEGIN")?;
        migration.run(&mut conn)?;
        conn.batch_execute("COMMIT")?;
    }
    Ok(())
}

/// Runs all migrations in one transaction: an upgrade happens completely or not at all.
fn sqlite(target: &Target, path: &str, source: &Source<'_>) -> Result<(), MigrationError> {
    let mut conn = open(target, Access::Write)?;
    check_version(&mut conn)?;
    // A table that others reference can only be dropped and rebuilt while foreign keys are not enforced, and that
    // cannot be changed inside a transaction. All references are checked at the end instead.
    conn.batch_execute("PRAGMA foreign_keys = OFF")?;
    // Takes the write lock before checking what is pending. An error below closes the connection, which rolls
    // everything back.
    conn.batch_execute("BEGIN IMMEDIATE")?;
    let pending = pending(&mut conn, source)?;
    if let Some(first) = pending.first()
        && pending.len() < source.migrations.len()
    {
        backup::before_upgrade(path, first.version)?;
    }
    for migration in &pending {
        migration.run(&mut conn)?;
    }
    if !pending.is_empty() {
        check_references(&mut conn)?;
    }
    // The connection without foreign keys ends here.
    Ok(conn.batch_execute("COMMIT")?)
}

named_row! { struct Applied { version: String, checksum: String } }

/// Returns the migrations that have not run yet. Errors: the database holds one that this program does not know, or
/// knows with another text.
fn pending<'a>(conn: &mut AnyConn, source: &Source<'a>) -> Result<Vec<&'a Migration<'a>>, MigrationError> {
    conn.batch_execute(LIST)?;
    schema::adopt(conn, source)?;
    let applied: Vec<Applied> =
        diesel::sql_query("SELECT version, checksum FROM facility_migrations ORDER BY version").load(conn)?;
    for Applied { version, checksum } in &applied {
        let own = source.known(version)?.checksum();
        if own != *checksum {
            let (version, stored) = (version.clone(), checksum.clone());
            return Err(MigrationError::Changed { version, stored, own });
        }
    }
    let has_run = |migration: &Migration<'_>| applied.iter().any(|applied| applied.version == migration.version);
    Ok(source.migrations.iter().filter(|migration| !has_run(migration)).collect())
}

fn no_connection(error: impl std::fmt::Display) -> DbError {
    DbError::NoConnection(error.to_string())
}

named_row! { struct Dangling { table: String, parent: String } }

fn check_references(conn: &mut AnyConn) -> Result<(), MigrationError> {
    let dangling: Option<Dangling> = diesel::OptionalExtension::optional(
        diesel::sql_query("SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 1").get_result(conn),
    )?;
    match dangling {
        None => Ok(()),
        Some(Dangling { table, parent }) => Err(MigrationError::DanglingReference { table, parent }),
    }
}

named_row! { struct Version { version: String } }

fn check_version(conn: &mut AnyConn) -> Result<(), DbError> {
    let found: Version = diesel::sql_query("SELECT sqlite_version() AS version").get_result(conn)?;
    if is_sound(&found.version) {
        Ok(())
    } else {
        Err(DbError::Fault(format!(
            "SQLite {} can corrupt its files; version 3.51.3 or later is required",
            found.version
        )))
    }
}

fn is_sound(version: &str) -> bool {
    let parts: Vec<u32> = version.split('.').map(|part| part.parse().unwrap_or(0)).collect();
    parts.as_slice() >= SQLITE_FLOOR.as_slice()
}

#[cfg(test)]
mod tests;
use crate::migration::error::MigrationError;
