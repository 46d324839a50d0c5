//! Why migrations fail.

use crate::db::DbError;
use kernel::StoreError;

/// Why a database could not be brought up to date. In every case it is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The database cannot be reached or is not fit to be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A newer version of this program migrated the database. This one would not know what it reads.
    #[error(
        "the database is newer than this program: it holds migration {version}, and this program ends with {newest}. \
         Start the newer version of the program, or restore the backup from before the upgrade"
    )]
    Newer {
        /// The first version that this binary does not know.
        version: String,
        /// The last version that it knows.
        newest: String,
    },
    /// The copy that is made before an upgrade could not be made.
    #[error("the database was not upgraded, because no backup of it could be made at {path}: {reason}")]
    Backup {
        /// Where the backup was to be.
        path: String,
        /// What went wrong.
        reason: String,
    },
    /// A migration failed.
    #[error("migration {version} failed and was undone: {reason}")]
    Failed {
        /// The migration's version.
        version: String,
        /// What went wrong.
        reason: String,
    },
    /// A row refers to another that does not exist, after the migrations ran.
    #[error("the migrations were undone: a row of {table} refers to a row of {parent} that does not exist")]
    DanglingReference {
        /// The table with the reference.
        table: String,
        /// The table it refers to.
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
