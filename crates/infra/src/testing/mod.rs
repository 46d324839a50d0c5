//! A fresh, migrated database per test, an S3 server and a port; dropping them deletes or frees them.

pub mod documents;
pub mod port;
pub mod s3;
pub mod touched;

use crate::db::Database;
use crate::db::conn::Target;
use crate::keys::Keys;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection};
use facility_kernel::Randomness;
use std::error::Error;
use tempfile::TempDir;

/// Why a test database could not be created.
pub type Failure = Box<dyn Error + Send + Sync>;

/// The lock for creating the template.
const TEMPLATE_LOCK: &str = "SELECT pg_advisory_lock(7305804402531)";

/// The database of one test.
pub struct TestDatabase {
    target: Target,
    folder: TempDir,
    /// On PostgreSQL, the URL of the maintenance database and the name of the database to drop.
    remove: Option<(String, String)>,
}

impl TestDatabase {
    /// Creates a SQLite file in its own folder, copied from a migrated template that the first test creates.
    pub fn sqlite() -> Result<Self, Failure> {
        let templates = std::env::temp_dir().join("facility-test-templates");
        let template = templates.join(concat!(env!("SCHEMA_FINGERPRINT"), ".db"));
        if !template.exists() {
            std::fs::create_dir_all(&templates)?;
            // Migrated under another name first, so that an existing template is always complete.
            let draft = tempfile::tempdir_in(&templates)?;
            let path = draft.path().join("facility.db");
            Database::migrate(&Target::Sqlite(path.display().to_string()))?;
            std::fs::rename(path, &template)?;
        }
        let database = Self::empty_sqlite()?;
        if let Target::Sqlite(path) = &database.target {
            std::fs::copy(template, path)?;
        }
        Ok(database)
    }

    /// Names a SQLite file, which does not exist yet, in a folder of its own.
    pub fn empty_sqlite() -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        let target = Target::Sqlite(folder.path().join("facility.db").display().to_string());
        Ok(Self { target, folder, remove: None })
    }

    /// Creates a database on the server at `maintenance_url`, copied from a migrated template that the first test
    /// creates.
    pub fn postgres(maintenance_url: &str) -> Result<Self, Failure> {
        let mut conn = PgConnection::establish(maintenance_url)?;
        let template = concat!("facility_template_", env!("SCHEMA_FINGERPRINT"));
        conn.batch_execute(TEMPLATE_LOCK)?;
        let found: Count = diesel::sql_query("SELECT count(*) AS count FROM pg_database WHERE datname = $1")
            .bind::<diesel::sql_types::Text, _>(template)
            .get_result(&mut conn)?;
        if found.count == 0 {
            // Migrated under another name first, so that an existing template is always complete.
            let draft = format!("draft_{}", unique()?);
            conn.batch_execute(&format!("CREATE DATABASE {draft}"))?;
            Database::migrate(&Target::Postgres(database_url(maintenance_url, &draft)))?;
            conn.batch_execute(&format!("ALTER DATABASE {draft} RENAME TO {template}"))?;
        }
        conn.batch_execute("SELECT pg_advisory_unlock_all()")?;
        let name = format!("t_{}", unique()?);
        // Copied as files, which takes half the time of copying page by page through the write-ahead log.
        conn.batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"))?;
        Ok(Self {
            target: Target::Postgres(database_url(maintenance_url, &name)),
            folder: tempfile::tempdir()?,
            remove: Some((maintenance_url.to_owned(), name)),
        })
    }

    /// Creates a database without tables on the server at `maintenance_url`.
    pub fn empty_postgres(maintenance_url: &str) -> Result<Self, Failure> {
        let mut conn = PgConnection::establish(maintenance_url)?;
        let name = format!("t_{}", unique()?);
        conn.batch_execute(&format!("CREATE DATABASE {name}"))?;
        Ok(Self {
            target: Target::Postgres(database_url(maintenance_url, &name)),
            folder: tempfile::tempdir()?,
            remove: Some((maintenance_url.to_owned(), name)),
        })
    }

    /// Returns the database, for [`Database::open`] or a server's configuration.
    pub const fn target(&self) -> &Target {
        &self.target
    }

    /// Returns this test's own folder.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Makes the database unavailable until the returned value is dropped: PostgreSQL refuses and ends all
    /// connections, and on SQLite another connection keeps a write transaction open.
    pub fn make_unavailable(&self) -> Result<Outage, Failure> {
        match (&self.target, &self.remove) {
            (_, Some((url, name))) => {
                let mut conn = PgConnection::establish(url)?;
                conn.batch_execute(&format!(
                    "ALTER DATABASE {name} ALLOW_CONNECTIONS false; \
                     SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
                ))?;
                Ok(Outage::Postgres(conn, name.clone()))
            }
            (Target::Sqlite(path), None) => {
                let mut conn = SqliteConnection::establish(path)?;
                conn.batch_execute("BEGIN IMMEDIATE")?;
                Ok(Outage::Sqlite(conn))
            }
            (Target::Postgres(_), None) => Err("this database does not belong to the test".into()),
        }
    }

    /// Opens the database with the tests' keys.
    pub fn open(&self) -> Result<Database, Failure> {
        open(&self.target)
    }
}

/// Opens an existing database with the tests' keys. Errors: it does not answer.
pub fn open(target: &Target) -> Result<Database, Failure> {
    Ok(Database::open(target, test_keys().audit_chain())?)
}

/// Writes the words and the previews of documents that a test inserted by SQL. The program writes both with a document.
pub async fn index_documents(db: &Database) -> Result<(), facility_kernel::StoreError> {
    db.write(|conn| crate::search::index::index_inserted(conn, 0)).await
}

/// Reads like a search: until `time` is over or the caller goes away.
pub async fn read_within<T: Send + 'static>(
    db: &Database,
    time: std::time::Duration,
    read: impl FnOnce(&mut crate::db::conn::AnyConn) -> Result<T, crate::db::error::DbError> + Send + 'static,
) -> Result<T, facility_kernel::StoreError> {
    db.read_until(crate::db::deadline::Deadline::within(time), read).await
}

/// An unavailable database. Dropping this makes it available again.
pub enum Outage {
    /// The maintenance connection, and the database that refuses connections.
    Postgres(PgConnection, String),
    /// The connection with the open write transaction, which closing it rolls back.
    Sqlite(SqliteConnection),
}

impl Drop for Outage {
    fn drop(&mut self) {
        if let Self::Postgres(conn, name) = self {
            // A failure shows in the test, because the database stays unavailable.
            drop(conn.batch_execute(&format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true")));
        }
    }
}

/// The tests' keys.
pub const fn test_keys() -> Keys {
    Keys::new([7; 32])
}

fn unique() -> Result<String, Failure> {
    Ok(hex::encode(crate::clock::OsRandomness.bits()?).chars().take(24).collect())
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    count: i64,
}

fn database_url(server: &str, name: &str) -> String {
    let (before, query) =
        server.split_once('?').map_or((server, String::new()), |(before, query)| (before, format!("?{query}")));
    let host = before.rsplit_once('/').map_or(before, |(host, _database)| host);
    format!("{host}/{name}{query}")
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Some((url, name)) = &self.remove
            && let Ok(mut conn) = PgConnection::establish(url)
        {
            // The server is temporary, so a remaining database does no harm.
            drop(conn.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")));
        }
    }
}

/// Writes the links and the titles of documents that a test inserted by SQL. The program writes both with a document.
pub async fn link_documents(db: &Database) -> Result<(), facility_kernel::StoreError> {
    db.write(|conn| crate::storage::documents::links::index_inserted(conn, 0)).await
}

/// Returns the schema of the database, in the form of `migrations/schema.DATABASE.sql`.
pub async fn schema(db: &Database) -> Result<String, facility_kernel::StoreError> {
    db.read(crate::migration::schema::found).await
}
