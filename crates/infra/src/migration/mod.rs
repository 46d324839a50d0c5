//! Migrations of the schema: embedded in the binary, and run at start by one server at a time.
//!
//! A migration consists of two SQL files of the same name, one for each database. The rules for writing one are in
//! `migrations/README.md`.

mod backup;
mod error;

pub use error::MigrationError;

use crate::db::{Access, AnyConn, Database, DbError, Target, bounded, connect, prepare_file};
use audit::chain::ChainKey;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::sqlite::Sqlite;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// The oldest SQLite version without the bug that can damage a database when its write-ahead log is reset.
const SQLITE_FLOOR: [u32; 3] = [3, 51, 3];

/// The advisory lock for migrating on PostgreSQL. Any number that nothing else uses is suitable.
const MIGRATION_LOCK: &str = "7305804402529";

impl Database {
    /// Migrates the schema without opening the database for use. A SQLite file that holds data is first copied to a
    /// backup beside it. Blocks.
    pub fn migrate(target: &Target) -> Result<(), MigrationError> {
        prepare_file(target)?;
        run(target)
    }

    /// Migrates and opens the database. A missing SQLite file is created with mode 0600; its folder has to exist.
    /// Blocks.
    ///
    /// `audit_key` seals the entries of the audit log. Errors: the database cannot be reached or migrated, is newer
    /// than this program, or its SQLite version has a known data-loss bug.
    pub fn open(target: &Target, audit_key: ChainKey) -> Result<Self, MigrationError> {
        Self::migrate(target)?;
        Ok(Self::connect(target, audit_key)?)
    }
}

/// Brings the schema up to date. Concurrent servers may call it; calling it again has no effect.
fn run(target: &Target) -> Result<(), MigrationError> {
    match target {
        Target::Postgres(url) => postgres(url, &POSTGRES),
        Target::Sqlite(path) => sqlite(target, path, &SQLITE),
    }
}

/// Runs each migration in its own transaction, under a lock that ends with the connection.
fn postgres(url: &str, source: &impl MigrationSource<Pg>) -> Result<(), MigrationError> {
    // A connection without the usual session timeouts: a migration may take longer than a request.
    let mut conn = PgConnection::establish(&bounded(url)).map_err(no_connection)?;
    conn.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})"))?;
    let Plan { pending, .. } = plan(&mut conn, source)?;
    for migration in pending {
        AnsiTransactionManager::begin_transaction(&mut conn)?;
        conn.run_migration(&*migration).map_err(|error| failed(&*migration, error))?;
        // An error before this closes the connection, which rolls the transaction back.
        AnsiTransactionManager::commit_transaction(&mut conn)?;
    }
    Ok(())
}

/// Runs all migrations in one transaction, each in a savepoint: an upgrade happens completely or not at all.
fn sqlite(target: &Target, path: &str, source: &impl MigrationSource<Sqlite>) -> Result<(), MigrationError> {
    let mut any = connect(target, Access::Write).map_err(no_connection)?;
    let AnyConn::Sqlite(conn) = &mut any else { return Err(wrong_connection().into()) };
    check_version(conn)?;
    // A table that others reference can only be dropped and rebuilt while foreign keys are not enforced, and that
    // cannot be changed inside a transaction. All references are checked at the end instead.
    conn.batch_execute("PRAGMA foreign_keys = OFF")?;
    // Takes the write lock before checking what is pending. An error below closes the connection, which rolls
    // everything back.
    AnsiTransactionManager::begin_transaction_sql(conn, "BEGIN IMMEDIATE")?;
    let Plan { pending, has_data } = plan(conn, source)?;
    if let (true, Some(first)) = (has_data, pending.first()) {
        backup::before_upgrade(path, &first.name().version().to_string())?;
    }
    for migration in &pending {
        conn.run_migration(&**migration).map_err(|error| failed(&**migration, error))?;
    }
    if !pending.is_empty() {
        check_references(conn)?;
    }
    // The connection without foreign keys ends here.
    Ok(AnsiTransactionManager::commit_transaction(conn)?)
}

/// The work to do.
struct Plan<DB: diesel::backend::Backend> {
    /// The pending migrations, oldest first.
    pending: Vec<Box<dyn Migration<DB>>>,
    /// Whether any migration has run before.
    has_data: bool,
}

fn plan<DB, C>(conn: &mut C, source: &impl MigrationSource<DB>) -> Result<Plan<DB>, MigrationError>
where
    DB: diesel::backend::Backend,
    C: MigrationHarness<DB>,
{
    let unreadable = |error: Box<dyn std::error::Error + Send + Sync>| {
        DbError::Fault(format!("cannot read the list of migrations: {error}"))
    };
    let mut applied: Vec<String> =
        conn.applied_migrations().map_err(unreadable)?.iter().map(ToString::to_string).collect();
    applied.sort_unstable();
    let mut known = source.migrations().map_err(unreadable)?;
    known.sort_unstable_by(|a, b| a.name().version().cmp(&b.name().version()));
    let versions: Vec<String> =
        known.iter().map(|migration| migration.name().version().to_string()).collect();
    if let Some(unknown) = applied.iter().find(|version| !versions.contains(version)) {
        return Err(MigrationError::Newer {
            version: unknown.clone(),
            newest: versions.last().cloned().unwrap_or_default(),
        });
    }
    let has_data = !applied.is_empty();
    let pending = known
        .into_iter()
        .zip(versions)
        .filter(|(_, version)| !applied.contains(version))
        .map(|(migration, _)| migration)
        .collect();
    Ok(Plan { pending, has_data })
}

fn failed<DB: diesel::backend::Backend>(
    migration: &dyn Migration<DB>,
    error: impl std::fmt::Display,
) -> MigrationError {
    MigrationError::Failed { version: migration.name().version().to_string(), reason: error.to_string() }
}

fn no_connection(error: impl std::fmt::Display) -> DbError {
    DbError::NoConnection(error.to_string())
}

fn wrong_connection() -> DbError {
    DbError::Fault("a target gave a connection to the other database".to_owned())
}

#[derive(QueryableByName)]
struct Dangling {
    #[diesel(sql_type = diesel::sql_types::Text)]
    table: String,
    #[diesel(sql_type = diesel::sql_types::Text)]
    parent: String,
}

fn check_references(conn: &mut SqliteConnection) -> Result<(), MigrationError> {
    let dangling: Option<Dangling> = diesel::OptionalExtension::optional(
        diesel::sql_query("SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 1").get_result(conn),
    )?;
    match dangling {
        None => Ok(()),
        Some(Dangling { table, parent }) => Err(MigrationError::DanglingReference { table, parent }),
    }
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = diesel::sql_types::Text)]
    version: String,
}

fn check_version(conn: &mut SqliteConnection) -> Result<(), DbError> {
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
