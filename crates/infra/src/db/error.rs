//! Database errors, and their mapping to the domain's errors.

use diesel::result::{DatabaseErrorKind, Error as Diesel};
use facility_kernel::StoreError;

/// Why a statement or a step of a transaction failed.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The database refused the statement or did not answer.
    #[error(transparent)]
    Driver(Diesel),
    /// A guarded statement did not find the expected state.
    #[error("the state changed in the meantime")]
    Stale,
    /// A unique value is taken. The name is the domain's, such as `users.username`.
    #[error("unique value already taken: {0}")]
    Taken(&'static str),
    /// A row holds a value that this version cannot read.
    #[error("cannot decode {table}.{column} of row {row}")]
    Inconsistent {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row's id.
        row: String,
    },
    /// No connection became available in time.
    #[error("no connection: {0}")]
    NoConnection(String),
    /// The connection broke after COMMIT was sent: the transaction is either durable or rolled back.
    #[error("the answer to COMMIT was lost: {0}")]
    InDoubt(String),
    /// The row with the site's settings is missing. Whether the site is locked is unknown, so all access is denied.
    #[error("the site's settings row is missing")]
    NoSettings,
    /// A search exceeded its time limit.
    #[error("the search took too long")]
    TooSlow,
    /// The audit entry of a change could not be written, so the change was rolled back.
    #[error("the audit entry could not be written: {0}")]
    Unrecorded(Box<DbError>),
    /// A statement panicked, or this program has another defect.
    #[error("{0}")]
    Fault(String),
}

/// Unique constraints that callers can violate: PostgreSQL's constraint, SQLite's columns, the domain's name.
const UNIQUE: &[(&str, &str, &str)] = &[
    ("users_username_key_key", "users.username_key", "users.username"),
    ("users_id_key", "users.id", "users.id"),
    ("sessions_token_hash_key", "sessions.token_hash", "sessions.token"),
    ("sessions_id_key", "sessions.id", "sessions.id"),
    ("credentials_pkey", "credentials.name", "credentials.name"),
    ("documents_id_key", "documents.id", "documents.id"),
    ("submissions_id_key", "submissions.id", "submissions.id"),
    (
        "submission_steps_step_key",
        "submission_steps.submission_id, submission_steps.step_number",
        "submission_steps.step",
    ),
    ("uploads_ticket_hash_key", "uploads.ticket_hash", "uploads.ticket"),
    ("uploads_id_key", "uploads.id", "uploads.id"),
    ("templates_id_key", "templates.id", "templates.id"),
    ("drafts_id_key", "drafts.id", "drafts.id"),
    ("archive_sections_id_key", "archive_sections.id", "archive_sections.id"),
    ("archive_sections_name_key_key", "archive_sections.name_key", "archive_sections.name"),
];

impl From<Diesel> for DbError {
    fn from(error: Diesel) -> Self {
        if let Diesel::DatabaseError(DatabaseErrorKind::UniqueViolation, info) = &error {
            let constraint = info.constraint_name();
            let message = info.message();
            let hit = UNIQUE.iter().find(|(postgres, sqlite, _)| {
                constraint == Some(*postgres) || message.strip_prefix("UNIQUE constraint failed: ") == Some(*sqlite)
            });
            if let Some((.., name)) = hit {
                return Self::Taken(name);
            }
        }
        Self::Driver(error)
    }
}

/// Messages of both databases for being unavailable, full or too slow, where the driver's error has no kind for it.
const UNAVAILABLE: &[&str] = &[
    // SQLite: FULL, IOERR, BUSY, CANTOPEN, READONLY (a disk remounted read-only)
    "database or disk is full",
    IO_ERROR,
    "database is locked",
    "unable to open database file",
    READ_ONLY,
    // PostgreSQL
    "No space left on device",
    "canceling statement due to",
    "deadlock detected",
    "terminating connection",
    "server closed the connection",
    "the database system is",
    "too many clients",
    "too many connections",
    "remaining connection slots",
    "SSL connection has been closed",
    "could not receive data from server",
];

impl DbError {
    /// Returns whether the database is unavailable, full or too slow, as opposed to a defect in this program.
    pub(crate) fn is_unavailable(&self) -> bool {
        match self {
            Self::NoConnection(_) | Self::NoSettings | Self::Driver(Diesel::BrokenTransactionManager) => true,
            Self::Driver(Diesel::DatabaseError(kind, info)) => match kind {
                DatabaseErrorKind::ClosedConnection
                | DatabaseErrorKind::UnableToSendCommand
                | DatabaseErrorKind::ReadOnlyTransaction
                | DatabaseErrorKind::SerializationFailure => true,
                DatabaseErrorKind::Unknown => UNAVAILABLE.iter().any(|text| info.message().contains(text)),
                _ => false,
            },
            _ => false,
        }
    }

    /// Marks this error as a failure to write the audit entry. Unavailability and transient errors stay as they are.
    pub(crate) fn unrecorded(self) -> Self {
        if self.is_unavailable() || self.is_transient() { self } else { Self::Unrecorded(Box::new(self)) }
    }

    /// Returns whether the same transaction may succeed on a retry.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Driver(Diesel::DatabaseError(DatabaseErrorKind::SerializationFailure, _)) => true,
            Self::Driver(Diesel::DatabaseError(DatabaseErrorKind::Unknown, info)) => {
                info.message().contains("deadlock detected")
            }
            _ => false,
        }
    }
}

impl From<DbError> for StoreError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Stale => Self::Stale,
            DbError::Taken(name) => Self::Taken(name),
            DbError::TooSlow => Self::TooSlow,
            DbError::InDoubt(_) => Self::InDoubt(Box::new(error)),
            DbError::Unrecorded(source) => Self::Unavailable(source),
            unavailable if unavailable.is_unavailable() => Self::Unavailable(Box::new(unavailable)),
            defect => Self::Internal(Box::new(defect)),
        }
    }
}

/// Classifies the error of a read. A write on a read-only connection is a defect in this program; on a connection for
/// writing, the same message means that the disk or the server accepts no writes.
pub(crate) fn failed_read(error: DbError) -> DbError {
    match &error {
        DbError::Driver(Diesel::DatabaseError(kind, info))
            if *kind == DatabaseErrorKind::ReadOnlyTransaction || info.message() == READ_ONLY =>
        {
            DbError::Fault(format!("a read transaction tried to write: {error}"))
        }
        _ => error,
    }
}

/// SQLite's message for failures of the file system without a more specific message.
const IO_ERROR: &str = "disk I/O error";

/// SQLite's message for a write to a read-only connection or disk.
const READ_ONLY: &str = "attempt to write a readonly database";

/// Classifies the error of a COMMIT. If the database refused it, the transaction is rolled back. In two cases the
/// outcome is unknown and the transaction may be durable: the connection to PostgreSQL broke after COMMIT was sent,
/// or SQLite got an I/O error. In the latter case the end of the transaction may already be in the write-ahead log
/// when its flush fails, and the next connection then finds it there.
pub(crate) fn failed_commit(error: Diesel) -> DbError {
    let cause = match &error {
        Diesel::RollbackErrorOnCommit { commit_error, .. } => commit_error,
        other => other,
    };
    match cause {
        Diesel::DatabaseError(DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand, _) => {
            DbError::InDoubt(cause.to_string())
        }
        Diesel::DatabaseError(DatabaseErrorKind::Unknown, info) if info.message().contains(IO_ERROR) => {
            DbError::InDoubt(cause.to_string())
        }
        _ => error.into(),
    }
}

/// Requires that a guarded statement changed exactly one row. Errors: [`DbError::Stale`] for any other number.
pub(crate) fn exactly_one(affected: usize) -> Result<(), DbError> {
    if affected == 1 { Ok(()) } else { Err(DbError::Stale) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn driver(kind: DatabaseErrorKind, message: &str) -> DbError {
        Diesel::DatabaseError(kind, Box::new(message.to_owned())).into()
    }

    #[test]
    fn full_gone_and_slow_databases_are_unavailable() {
        for message in ["database or disk is full", "disk I/O error", "canceling statement due to lock timeout"] {
            let error = StoreError::from(driver(DatabaseErrorKind::Unknown, message));
            assert!(matches!(error, StoreError::Unavailable(_)), "{message}");
        }
        let closed = StoreError::from(driver(DatabaseErrorKind::ClosedConnection, "gone"));
        assert!(matches!(closed, StoreError::Unavailable(_)));
        let wrong = StoreError::from(driver(DatabaseErrorKind::Unknown, "no such column: x"));
        assert!(matches!(wrong, StoreError::Internal(_)));
    }

    #[test]
    fn only_a_commit_that_may_be_durable_is_in_doubt() {
        let failed =
            |kind, message: &str| failed_commit(Diesel::DatabaseError(kind, Box::new(message.to_owned()))).into();
        for (kind, message) in [
            (DatabaseErrorKind::Unknown, "disk I/O error"),
            (DatabaseErrorKind::ClosedConnection, "server closed the connection unexpectedly"),
        ] {
            let error: StoreError = failed(kind, message);
            assert!(matches!(error, StoreError::InDoubt(_)), "{message}");
        }
        for message in ["database or disk is full", "database is locked"] {
            let error: StoreError = failed(DatabaseErrorKind::Unknown, message);
            assert!(matches!(error, StoreError::Unavailable(_)), "{message}");
        }
    }

    #[test]
    fn unique_rules_have_the_domains_names() {
        let taken = driver(DatabaseErrorKind::UniqueViolation, "UNIQUE constraint failed: users.username_key");
        assert!(matches!(taken, DbError::Taken("users.username")));
        let unknown = driver(DatabaseErrorKind::UniqueViolation, "UNIQUE constraint failed: x.y");
        assert!(matches!(unknown, DbError::Driver(_)));
    }
}
