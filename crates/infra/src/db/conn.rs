//! Connections to both databases, and the pool's manager for them.

use super::deadline;
use diesel::connection::SimpleConnection;
use diesel::r2d2::{ManageConnection, R2D2Connection};
use diesel::{Connection, PgConnection, QueryResult, SqliteConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// A connection to one of the two databases. It supports the part of the query DSL that both databases share; for the
/// rest there is [`on_both!`](crate::on_both).
#[derive(diesel::MultiConnection)]
pub enum AnyConn {
    /// A PostgreSQL connection.
    Pg(PgConnection),
    /// A SQLite connection.
    Sqlite(SqliteConnection),
}

/// Runs one expression on the concrete connection inside an [`AnyConn`]. It is written once and type-checked for each
/// database. It supports what the two-database connection cannot do, such as upserts and batch inserts.
#[macro_export]
macro_rules! on_both {
    ($conn:expr, |$c:ident| $body:expr) => {
        match $conn {
            $crate::db::conn::AnyConn::Pg($c) => $body,
            $crate::db::conn::AnyConn::Sqlite($c) => $body,
        }
    };
}

/// The type and location of the database.
#[derive(Clone, PartialEq, Eq)]
pub enum Target {
    /// A PostgreSQL server, by its connection URL.
    Postgres(String),
    /// A SQLite file, by its path.
    Sqlite(String),
}

/// A database URL that is neither `sqlite:PATH` nor `postgres://…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a database URL must be sqlite:PATH or postgres://…")]
pub struct BadTarget;

impl Target {
    /// Parses `sqlite:PATH`, `postgres://…` or `postgresql://…`. Errors: any other form, and SQLite paths that keep
    /// no data.
    pub fn parse(url: &str) -> Result<Self, BadTarget> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Self::Postgres(url.to_owned()));
        }
        let path = url.strip_prefix("sqlite:").ok_or(BadTarget)?;
        let path = path.strip_prefix("//").unwrap_or(path);
        // For SQLite an empty name means a temporary database and a leading "file:" introduces options. Neither keeps
        // data where the operator expects it.
        if path.is_empty() || path.starts_with("file:") || path == ":memory:" {
            return Err(BadTarget);
        }
        Ok(Self::Sqlite(path.to_owned()))
    }
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // The URL may contain a password.
            Self::Postgres(_) => f.write_str("Postgres(..)"),
            Self::Sqlite(path) => f.debug_tuple("Sqlite").field(path).finish(),
        }
    }
}

/// What a connection may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Reads only. The database refuses writes on the connection.
    Read,
    /// Reads and writes.
    Write,
}

/// Functions that register SQL functions on each connection to SQLite.
pub(crate) type Functions = &'static [fn(&mut SqliteConnection) -> QueryResult<()>];

/// Opens a connection with the session settings of this program.
pub(crate) fn connect(target: &Target, access: Access, functions: Functions) -> Result<AnyConn, diesel::r2d2::Error> {
    use diesel::r2d2::Error::{ConnectionError, QueryError};
    match target {
        Target::Postgres(url) => {
            let mut conn = PgConnection::establish(&bounded(url)).map_err(ConnectionError)?;
            // synchronous_commit: acknowledged writes are on disk, whatever the server's default. lc_messages: the
            // driver exposes no SQLSTATE, so some errors are recognized by their English text. A role may lack the
            // right to set it. jit: every statement is short, and compiling one takes longer than running it.
            conn.batch_execute(
                "SET statement_timeout = '5s'; SET lock_timeout = '3s'; \
                 SET idle_in_transaction_session_timeout = '10s'; SET timezone = 'UTC'; \
                 SET synchronous_commit = on; SET jit = off; \
                 DO $$ BEGIN PERFORM set_config('lc_messages', 'C', false); \
                 EXCEPTION WHEN insufficient_privilege THEN NULL; END $$",
            )
            .map_err(QueryError)?;
            if access == Access::Read {
                // Plans each statement once per connection. By default PostgreSQL plans half of the reads again for
                // each execution, which takes longer than the reads themselves.
                conn.batch_execute("SET default_transaction_read_only = on; SET plan_cache_mode = force_generic_plan")
                    .map_err(QueryError)?;
            }
            Ok(AnyConn::Pg(conn))
        }
        Target::Sqlite(path) => {
            let mut conn = SqliteConnection::establish(path).map_err(ConnectionError)?;
            // 2 MB of cache keep frequently read pages, and 16 MB those of a whole search on connections for reading;
            // the rest comes from the operating system's cache. busy_timeout comes first, because switching to WAL
            // takes a lock. FULL, because NORMAL loses acknowledged commits in a power failure. recursive_triggers,
            // because without it REPLACE bypasses the delete triggers. secure_delete, because otherwise deleted data
            // stays in the pages.
            conn.batch_execute(
                "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; PRAGMA trusted_schema = OFF; \
                 PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2000; PRAGMA journal_size_limit = 67108864; \
                 PRAGMA secure_delete = ON;",
            )
            .map_err(QueryError)?;
            if access == Access::Read {
                conn.batch_execute("PRAGMA query_only = ON; PRAGMA cache_size = -16000").map_err(QueryError)?;
            }
            deadline::register(&mut conn).map_err(QueryError)?;
            for register in functions {
                register(&mut conn).map_err(QueryError)?;
            }
            Ok(AnyConn::Sqlite(conn))
        }
    }
}

/// Adds limits on how long a dead network can hold a connection, unless the URL sets them.
pub(crate) fn bounded(url: &str) -> String {
    let mut url = url.to_owned();
    for (name, value) in [("connect_timeout", "3"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "30")] {
        if !url.contains(&format!("{name}=")) {
            let separator = if url.contains('?') { '&' } else { '?' };
            url = format!("{url}{separator}{name}={value}");
        }
    }
    url
}

/// Creates and checks the pool's connections.
pub(crate) struct Manager {
    target: Target,
    access: Access,
    functions: Functions,
    suspicion: Suspicion,
}

/// Set when a connection turns out to be broken. For a while the pool then tests the others before use, because they
/// probably broke with it. Testing always would cost every read a round trip.
#[derive(Clone)]
pub(crate) struct Suspicion {
    start: Instant,
    /// Milliseconds since `start`.
    until: Arc<AtomicU64>,
}

/// Long enough that every connection of a busy pool is used once.
const WARY_MILLIS: u64 = 60_000;

impl Suspicion {
    pub(crate) fn none() -> Self {
        Self { start: Instant::now(), until: Arc::default() }
    }

    pub(crate) fn raise(&self) {
        self.until.store(self.elapsed().saturating_add(WARY_MILLIS), Ordering::Relaxed);
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn is_raised(&self) -> bool {
        self.elapsed() < self.until.load(Ordering::Relaxed)
    }
}

impl Manager {
    pub(crate) const fn new(target: Target, access: Access, functions: Functions, suspicion: Suspicion) -> Self {
        Self { target, access, functions, suspicion }
    }
}

impl ManageConnection for Manager {
    type Connection = AnyConn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<AnyConn, Self::Error> {
        connect(&self.target, self.access, self.functions)
    }

    fn is_valid(&self, conn: &mut AnyConn) -> Result<(), Self::Error> {
        if self.suspicion.is_raised() {
            conn.ping().map_err(diesel::r2d2::Error::QueryError)?;
        }
        Ok(())
    }

    fn has_broken(&self, conn: &mut AnyConn) -> bool {
        std::thread::panicking() || conn.is_broken()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_distinguished_by_their_scheme() {
        assert_eq!(Target::parse("sqlite:data/x.db"), Ok(Target::Sqlite("data/x.db".to_owned())));
        assert_eq!(Target::parse("sqlite:///var/x.db"), Ok(Target::Sqlite("/var/x.db".to_owned())));
        assert_eq!(Target::parse("postgres://h/d"), Ok(Target::Postgres("postgres://h/d".to_owned())));
        for bad in ["", "sqlite:", "sqlite::memory:", "sqlite:file:x?mode=ro", "mysql://h/d", "x.db"] {
            assert_eq!(Target::parse(bad), Err(BadTarget), "{bad}");
        }
    }

    #[test]
    fn a_server_url_is_never_printed() {
        let target = Target::parse("postgres://me:secret@h/d").unwrap();
        assert_eq!(format!("{target:?}"), "Postgres(..)");
    }

    #[test]
    fn missing_limits_are_added_to_the_url() {
        let url = bounded("postgres://h/d?connect_timeout=9");
        assert!(url.contains("connect_timeout=9") && url.contains("&tcp_user_timeout=10000"), "{url}");
        assert!(!url.contains("connect_timeout=3"));
        assert!(bounded("postgres://h/d").starts_with("postgres://h/d?connect_timeout=3&"));
    }
}
