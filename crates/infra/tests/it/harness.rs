//! Fixtures that run each test on both databases.

use diesel::{QueryableByName, RunQueryDsl};
use facility_audit::action::{Action, EntityType};
use facility_audit::attempts::AttemptLog;
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_documents::ports::{CommentRepository, TemplateRepository, TrashRepository, VersionRepository};
use facility_files::ports::UploadRepository;
use facility_infra::clock::UuidIds;
use facility_infra::db::Database;
use facility_infra::db::conn::AnyConn;
use facility_infra::db::error::DbError;
use facility_infra::testing::TestDatabase;
use facility_kernel::idempotency::StoredReplies;
use facility_kernel::testing::context;
use facility_submissions::ports::SubmissionRepository;
use facility_submissions::ports::drafts::DraftRepository;
use facility_users::mail::Outbox;
use facility_users::ports::{SiteRepository, UserRepository};
use facility_users::reset::PasswordRepository;
use facility_users::second_factor::ports::SecondFactorRepository;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

/// The open database of one test.
pub struct Fixture {
    pub db: Database,
    pub ids: UuidIds,
    pub database: TestDatabase,
}

impl Fixture {
    pub fn sqlite() -> Self {
        Self::over(TestDatabase::sqlite().unwrap())
    }

    /// Creates the fixture on PostgreSQL. Without a server it prints a warning and returns `None`; in CI it panics.
    pub fn postgres() -> Option<Self> {
        postgres_url().map(|url| Self::over(TestDatabase::postgres(&url).unwrap()))
    }

    pub fn over(database: TestDatabase) -> Self {
        Self { db: database.open().unwrap(), ids: UuidIds::default(), database }
    }

    pub fn is_sqlite(&self) -> bool {
        matches!(self.database.target(), facility_infra::db::conn::Target::Sqlite(_))
    }

    /// Returns an audit entry with default values.
    pub fn entry(&self) -> Entry {
        Entry::new(&self.ids, &context(), Performer::System, Action::KeyRotated, EntityType::Site)
            .details(Details::new().with("why", "test"))
    }

    pub fn audited<C>(&self, change: C) -> Audited<C> {
        Audited::new(change, self.entry())
    }

    /// Wraps a change with an audit entry for this action.
    pub fn audited_as<C>(&self, action: Action, change: C) -> Audited<C> {
        Audited::new(change, Entry { action, ..self.entry() })
    }

    /// Runs statements unchanged, in one transaction.
    pub async fn execute(&self, sql: impl Into<String>) -> Result<(), facility_kernel::StoreError> {
        let sql = sql.into();
        self.db.write(move |conn| batch(conn, &sql)).await
    }

    /// Returns the single number of a query, whose column is named `n`.
    pub async fn count(&self, sql: impl Into<String>) -> i64 {
        let sql = sql.into();
        self.db.read(move |conn| count(conn, &sql)).await.unwrap()
    }

    /// Repeats a query until its number is as expected. Panics after ten seconds. Background writes take much less,
    /// except on a busy machine.
    pub async fn until(&self, sql: &str, is_expected: impl Fn(i64) -> bool) {
        let waited = async {
            while !is_expected(self.count(sql).await) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        assert!(tokio::time::timeout(Duration::from_secs(10), waited).await.is_ok(), "not as expected: {sql}");
    }

    /// Makes every further insert into the audit log fail.
    pub async fn break_audit_log(&self) {
        let sql = if self.is_sqlite() {
            "CREATE TRIGGER broken BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'broken'); END"
        } else {
            "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
             CREATE TRIGGER broken BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION broken()"
        };
        self.execute(sql).await.unwrap();
    }
}

/// Returns the database as one port, because several ports have methods of the same name.
impl Fixture {
    pub fn attempts(&self) -> Arc<dyn AttemptLog> {
        Arc::new(self.db.clone())
    }

    pub fn comments(&self) -> Arc<dyn CommentRepository> {
        Arc::new(self.db.clone())
    }

    pub fn drafts(&self) -> Arc<dyn DraftRepository> {
        Arc::new(self.db.clone())
    }

    pub fn factors(&self) -> Arc<dyn SecondFactorRepository> {
        Arc::new(self.db.clone())
    }

    pub fn outbox(&self) -> Arc<dyn Outbox> {
        Arc::new(self.db.clone())
    }

    pub fn passwords(&self) -> Arc<dyn PasswordRepository> {
        Arc::new(self.db.clone())
    }

    pub fn replies(&self) -> Arc<dyn StoredReplies> {
        Arc::new(self.db.clone())
    }

    pub fn site(&self) -> Arc<dyn SiteRepository> {
        Arc::new(self.db.clone())
    }

    pub fn submissions(&self) -> Arc<dyn SubmissionRepository> {
        Arc::new(self.db.clone())
    }

    pub fn templates(&self) -> Arc<dyn TemplateRepository> {
        Arc::new(self.db.clone())
    }

    pub fn trash(&self) -> Arc<dyn TrashRepository> {
        Arc::new(self.db.clone())
    }

    pub fn uploads(&self) -> Arc<dyn UploadRepository> {
        Arc::new(self.db.clone())
    }

    pub fn users(&self) -> Arc<dyn UserRepository> {
        Arc::new(self.db.clone())
    }

    pub fn versions(&self) -> Arc<dyn VersionRepository> {
        Arc::new(self.db.clone())
    }
}

/// Returns the URL of the tests' PostgreSQL server. Without one it prints a warning and returns `None`; in CI it
/// panics.
pub fn postgres_url() -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the environment names the test server")]
    let (url, ci) = (std::env::var("FACILITY_TEST_POSTGRES_URL"), std::env::var("CI"));
    if url.is_err() {
        assert!(ci.is_err(), "in CI these tests must also run on PostgreSQL: set FACILITY_TEST_POSTGRES_URL");
        eprintln!("\n!!! SKIPPED ON POSTGRESQL: FACILITY_TEST_POSTGRES_URL is not set !!!\n");
    }
    url.ok()
}

pub fn batch(conn: &mut AnyConn, sql: &str) -> Result<(), DbError> {
    Ok(diesel::connection::SimpleConnection::batch_execute(conn, sql)?)
}

/// Returns the items of a job. Panics if one of them is damaged.
pub fn readable<T>(batch: facility_documents::batch::Batch<T>) -> Vec<T> {
    batch.into_iter().collect::<Result<_, _>>().unwrap()
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    n: i64,
}

/// Returns the number that `sql` names `n`.
pub fn count(conn: &mut AnyConn, sql: &str) -> Result<i64, DbError> {
    Ok(diesel::sql_query(sql).get_result::<Count>(conn)?.n)
}

/// Runs all futures concurrently and returns how many succeed. The others have to fail as expected.
pub async fn succeeded<F, T, E>(tries: impl IntoIterator<Item = F>, is_expected: impl Fn(&E) -> bool) -> usize
where
    F: Future<Output = Result<T, E>> + Send + 'static,
    T: Send + 'static,
    E: Debug + Send + 'static,
{
    let tries: Vec<_> = tries.into_iter().map(tokio::spawn).collect();
    let mut succeeded = 0;
    for one in tries {
        match one.await.unwrap() {
            Ok(_) => succeeded += 1,
            Err(error) => assert!(is_expected(&error), "{error:?}"),
        }
    }
    succeeded
}

/// Reads the content-changed timestamp in microseconds as of the newest audit entry. Zero without entries.
pub const CHANGED_AT: &str =
    "SELECT COALESCE((SELECT content_changed_at FROM audit_log ORDER BY number DESC LIMIT 1), 0) AS n";

/// Generates one test for each named function and database.
macro_rules! on_each_database {
    ($($contract:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $contract() {
                super::$contract(crate::harness::Fixture::sqlite()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $contract() {
                if let Some(fixture) = crate::harness::Fixture::postgres() {
                    super::$contract(fixture).await;
                }
            })+
        }
    };
}
pub(crate) use on_each_database;
