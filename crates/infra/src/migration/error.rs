//! Migration errors.

use crate::db::error::DbError;
use facility_kernel::StoreError;

const WAY_OUT: &str = "Start the program that made it; to move to this one, run `facility export` with that program and \
     `facility import` with this one, into a new database";

/// Why a database could not be migrated. In every case it is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The database cannot be reached or used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A newer version of this program has migrated the database, so this version cannot interpret it.
    #[error(
        "the database is newer than this program: it holds migration {version}, and this program ends with {newest}. \
         Start the newer version of the program, or restore the backup from before the upgrade"
    )]
    Newer {
        /// The first migration that this binary does not know.
        version: String,
        /// The last migration that it knows.
        newest: String,
    },
    /// The database was made by a different text of a migration, so its tables may differ from what this program
    /// expects.
    #[error(
        "this database was made by another version of migration {version}: its checksum is {stored}, and {own} in this \
         program. {WAY_OUT}"
    )]
    Changed {
        /// The migration's version.
        version: String,
        /// The checksum of the text that made the database.
        stored: String,
        /// The checksum of this program's text.
        own: String,
    },
    /// The database has no checksums, and its tables are not those that this program's migrations make.
    #[error(
        "this database is from before migrations had checksums, and its tables are not those of this program. {WAY_OUT}"
    )]
    Unchecked,
    /// Another program uses the database.
    #[error(
        "the database belongs to something else: it has a table {table}, and no list of migrations of this program. Set \
         database_url to an empty database"
    )]
    Foreign {
        /// One of its tables.
        table: String,
    },
    /// The backup before the upgrade failed.
    #[error("the database was not upgraded, because no backup of it could be made at {path}: {reason}")]
    Backup {
        /// The intended path of the backup.
        path: String,
        /// The reason.
        reason: String,
    },
    /// A migration failed.
    #[error("migration {version} failed and was undone: {reason}")]
    Failed {
        /// The migration's version.
        version: String,
        /// The reason.
        reason: String,
    },
    /// After the migrations, a row references another that does not exist.
    #[error("the migrations were undone: a row of {table} refers to a row of {parent} that does not exist")]
    DanglingReference {
        /// The table with the reference.
        table: String,
        /// The referenced table.
        parent: String,
    },
}

impl From<DbError> for MigrationError {
    fn from(error: DbError) -> Self {
        Self::Store(error.into())
    }
}

impl From<diesel::result::Error> for MigrationError {
    fn from(error: diesel::result::Error) -> Self {
        DbError::from(error).into()
    }
}
