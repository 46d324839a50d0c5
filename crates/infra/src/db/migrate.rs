//! The schema's migrations: embedded in the binary, run at start, one server at a time.

use super::conn::{Access, bounded, connect};
use super::{AnyConn, DbError, Target};
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// The oldest SQLite without the bug that can damage a database when its write-ahead log is reset.
const SQLITE_FLOOR: [u32; 3] = [3, 51, 3];

/// Any number will do as long as nobody else uses it: "facility" in hex speak.
const MIGRATION_LOCK: &str = "7305804402529";

/// Brings the schema up to date. Safe to run by several servers at once; running it again does nothing.
pub(crate) fn run(target: &Target) -> Result<(), DbError> {
    match target {
        Target::Postgres(url) => {
            // A connection without our session's timeouts: a migration may take longer than a request.
            let mut conn = PgConnection::establish(&bounded(url)).map_err(no_connection)?;
            conn.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})"))?;
            // The lock ends with the connection, also when a migration fails.
            conn.run_pending_migrations(POSTGRES).map_err(failed)?;
            Ok(())
        }
        Target::Sqlite(_) => {
            let AnyConn::Sqlite(mut conn) = connect(target, Access::Write).map_err(no_connection)? else {
                return Err(DbError::Fault("a SQLite target gave another connection".to_owned()));
            };
            check_version(&mut conn)?;
            // Takes the write lock before looking what is pending; each migration becomes a savepoint inside.
            AnsiTransactionManager::begin_transaction_sql(&mut conn, "BEGIN IMMEDIATE")?;
            match conn.run_pending_migrations(SQLITE) {
                Ok(_versions) => Ok(AnsiTransactionManager::commit_transaction(&mut conn)?),
                Err(error) => {
                    // Rolled back by closing the connection in any case.
                    drop(AnsiTransactionManager::rollback_transaction(&mut conn));
                    Err(failed(error))
                }
            }
        }
    }
}

fn no_connection(error: impl std::fmt::Display) -> DbError {
    DbError::NoConnection(error.to_string())
}

fn failed(error: impl std::fmt::Display) -> DbError {
    DbError::Fault(format!("migration failed: {error}"))
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = diesel::sql_types::Text)]
    version: String,
}

fn check_version(conn: &mut diesel::SqliteConnection) -> Result<(), DbError> {
    let found: Version = diesel::sql_query("SELECT sqlite_version() AS version").get_result(conn)?;
    if is_sound(&found.version) {
        Ok(())
    } else {
        Err(DbError::Fault(format!(
            "SQLite {} can damage its files; 3.51.3 or later is needed",
            found.version
        )))
    }
}

fn is_sound(version: &str) -> bool {
    let parts: Vec<u32> = version.split('.').map(|part| part.parse().unwrap_or(0)).collect();
    parts.as_slice() >= SQLITE_FLOOR.as_slice()
}

#[cfg(test)]
mod tests {
    use super::is_sound;

    #[test]
    fn versions_with_the_log_reset_bug_are_refused() {
        for bad in ["3.40.1", "3.51.2", "3.51", "2.99.99", ""] {
            assert!(!is_sound(bad), "{bad}");
        }
        for good in ["3.51.3", "3.53.2", "4.0.0"] {
            assert!(is_sound(good), "{good}");
        }
    }
}
