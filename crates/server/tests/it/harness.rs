//! One server per test: the real binary on a free port, with its own database and folder.

use crate::caller::{Caller, cookie_of, described};
use diesel::RunQueryDsl as _;
use diesel::connection::SimpleConnection as _;
use facility_infra::db::Database;
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use facility_infra::testing::port::TestPort;
use facility_infra::testing::s3::TestS3;
use facility_kernel::{StoreError, Timestamp};
use facility_users::session::SessionToken;
use reqwest::Client;
use serde_json::json;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

#[path = "planted.rs"]
mod planted;
use planted::Planted;

pub const ADMIN_PASSWORD: &str = "brass-lantern-41";
pub const PASSWORD: &str = "quiet-harbour-77";
/// Number of writes that tests send concurrently. With more, some could wait for three seconds and would be refused.
pub const AT_A_TIME: usize = 8;
const SECRET_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// A running server.
pub struct Site {
    pub url: String,
    pub database: Arc<TestDatabase>,
    /// The test's own connections to the database, opened at first use.
    direct: OnceLock<Database>,
    /// Number of this server among those on the same database.
    node: u8,
    port: TestPort,
    pub settings: Vec<(&'static str, String)>,
    pub client: Client,
    child: Child,
    log: Arc<Mutex<String>>,
    /// The secrets that no response, log line or row may contain.
    pub planted: Planted,
}

/// The file in a test's folder that shifts the clock of all its servers.
const CLOCK_FILE: &str = "clock";

impl Site {
    pub fn database_on_sqlite() -> TestDatabase {
        TestDatabase::sqlite().unwrap()
    }

    /// Creates a database on PostgreSQL. Without a server it prints a warning and returns `None`; in CI it panics.
    pub fn database_on_postgres() -> Option<TestDatabase> {
        #[expect(clippy::disallowed_methods, reason = "the environment names the test server")]
        let (url, ci) = (std::env::var("FACILITY_TEST_POSTGRES_URL"), std::env::var("CI"));
        if let Ok(url) = url {
            return Some(TestDatabase::postgres(&url).unwrap());
        }
        assert!(ci.is_err(), "in CI these tests must also run on PostgreSQL: set FACILITY_TEST_POSTGRES_URL");
        eprintln!("\n!!! SKIPPED ON POSTGRESQL: FACILITY_TEST_POSTGRES_URL is not set !!!\n");
        None
    }

    /// Starts a server without rate limits on this database.
    pub async fn start(database: TestDatabase) -> Self {
        Self::start_with(database, &[("RATE_LIMITS", "open")]).await
    }

    /// Starts a server with these settings.
    pub async fn start_with(database: TestDatabase, settings: &[(&'static str, &str)]) -> Self {
        let settings = settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Self::start_node(Arc::new(database), 1, settings).await
    }

    /// Starts a server without rate limits that stores its files in this bucket, under `files`.
    pub async fn start_on_s3(database: TestDatabase, store: &TestS3) -> Self {
        Self::start_node(Arc::new(database), 1, on_s3(store, "open")).await
    }

    /// Starts one of several servers on this database.
    pub async fn start_node(database: Arc<TestDatabase>, node: u8, settings: Vec<(&'static str, String)>) -> Self {
        facility_infra::install_tls();
        let port = TestPort::claim().unwrap();
        // No test uses TLS here, and reading the certificates of the machine takes long.
        let client = Client::builder().no_proxy().tls_certs_only([]).timeout(Duration::from_secs(30));
        let client = client.build().unwrap();
        let log = Arc::default();
        if !database.folder().join(CLOCK_FILE).exists() {
            set_clock(&database, Duration::ZERO);
        }
        let child = spawn(&database, node, port.number(), &settings, &log);
        let (url, planted) = (format!("http://{}", port.address()), Planted::of_settings(&settings));
        let site = Self { url, database, direct: OnceLock::new(), node, port, settings, client, child, log, planted };
        site.wait_until_ready().await;
        site
    }

    /// Starts the server again after it has ended.
    pub async fn restart(&mut self) {
        self.close();
        self.child = spawn(&self.database, self.node, self.port.number(), &self.settings, &self.log);
        self.wait_until_ready().await;
    }

    async fn wait_until_ready(&self) {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(20) {
            let answer = self.client.get(format!("{}/api/health/ready", self.url)).send().await;
            if answer.is_ok_and(|answer| answer.status() == 200) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the server did not become ready");
    }

    /// Sets the clock of every server on this database, from the next request on, to `ahead` of the system time. Timers
    /// within the process (limits in memory, intervals of jobs) still use the system time.
    pub fn set_clock(&self, ahead: Duration) {
        set_clock(&self.database, ahead);
    }

    /// Returns the current time of the servers.
    pub fn now(&self) -> Timestamp {
        let text = std::fs::read_to_string(self.database.folder().join(CLOCK_FILE)).unwrap();
        let real = std::time::UNIX_EPOCH.elapsed().unwrap();
        Timestamp::from_micros(i64::try_from(real.as_micros()).unwrap() + text.parse::<i64>().unwrap())
    }

    /// Returns what the server has logged so far. After it has ended, the last lines can arrive a moment later.
    pub fn logged(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Kills the server: nothing is flushed and no connection is closed cleanly.
    pub fn kill(&mut self) {
        self.close();
        // The server may have been killed already.
        drop(self.child.kill());
        self.child.wait().unwrap();
    }

    /// Asks the server to stop and returns how long that took.
    pub fn terminate(&mut self) -> Duration {
        self.close();
        let started = Instant::now();
        signal(self.pid(), "-TERM");
        assert!(self.child.wait().unwrap().success());
        started.elapsed()
    }

    /// Runs a command of the binary on this site's data. Fails the test if it prints or writes a secret.
    pub fn facility(&self, arguments: &[&str]) -> Output {
        let output =
            command(&self.database, self.node, self.port.number(), &self.settings).args(arguments).output().unwrap();
        self.planted.assert_absent_from_command(arguments, &output);
        output
    }

    pub fn anonymous(&self) -> Caller<'_> {
        Caller { site: self, cookie: None }
    }

    /// Signs in and returns a client with the session.
    pub async fn sign_in(&self, username: &str, password: &str) -> Caller<'_> {
        let body = json!({ "username": username, "password": password });
        let answer = self.anonymous().post("/api/login", body).await;
        assert_eq!(answer.status, 200, "{username}: {}", answer.body);
        let cookie = cookie_of(&answer);
        // The token without its mark, because only the cookie contains the mark.
        self.planted.add(cookie.split(['=', '.']).nth(1).unwrap());
        Caller { site: self, cookie: Some(cookie) }
    }

    pub async fn administrator(&self) -> Caller<'_> {
        self.sign_in("administrator", ADMIN_PASSWORD).await
    }

    /// Registers an account and returns its id.
    pub async fn register(&self, username: &str, key: &str) -> String {
        let body = json!({ "username": username, "password": PASSWORD, "accessKey": key });
        let answer = self.anonymous().post("/api/register", body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.text("id")
    }

    /// Creates an approved user of this level and signs in.
    pub async fn user(&self, admin: &Caller<'_>, username: &str, level: u8) -> Caller<'_> {
        let id = self.register(username, "subject").await;
        let body = json!({ "clearanceLevel": level, "accessKey": "subject" });
        let answer = admin.patch(&format!("/api/admin/users/{id}/approve"), body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.sign_in(username, PASSWORD).await
    }

    /// Creates an administrator of this level and signs in.
    pub async fn admin_of(&self, admin: &Caller<'_>, username: &str, level: u8) -> Caller<'_> {
        let caller = self.user(admin, username, level).await;
        let id = caller.get("/api/user").await.text("id");
        assert_eq!(admin.patch(&format!("/api/admin/users/{id}/make-admin"), json!({})).await.status, 200);
        caller
    }

    /// Changes the level of this user, which ends their sessions, and signs them in again.
    pub async fn at_level(&self, admin: &Caller<'_>, user: &Caller<'_>, level: u8) -> Caller<'_> {
        let account = user.get("/api/user").await;
        let path = format!("/api/admin/users/{}/update-clearance", account.text("id"));
        let body = json!({ "clearanceLevel": level, "accessKey": "subject" });
        assert_eq!(admin.patch(&path, body).await.status, 200);
        self.sign_in(&account.text("username"), PASSWORD).await
    }

    /// Returns the database, for access that bypasses the server.
    pub fn direct(&self) -> &Database {
        self.direct.get_or_init(|| self.database.open().unwrap())
    }

    /// Closes the test's own connections before the server stops or starts. While another connection to the file is
    /// open, SQLite neither cleans up at the end nor recovers at the start.
    fn close(&mut self) {
        drop(self.direct.take());
    }

    /// Runs statements directly, bypassing the server.
    pub async fn execute(&self, sql: String) {
        self.direct().write(move |conn| Ok(conn.batch_execute(&sql)?)).await.unwrap();
    }

    /// Returns the number that a query names `n`.
    pub async fn count(&self, sql: &str) -> i64 {
        count_in(self.direct(), sql).await.unwrap()
    }

    /// Counts the audit entries of this action.
    pub async fn audited(&self, action: &str) -> i64 {
        self.count(&format!("SELECT count(*) AS n FROM audit_log WHERE action = '{action}'")).await
    }

    pub async fn lock(&self, locked: bool) {
        self.execute(format!("UPDATE site_settings SET is_locked = {locked}")).await;
    }

    /// Opens sessions for this account without its password, each with its own token.
    pub async fn open_sessions(&self, user_id: &str, first: u16, count: u16) -> Vec<Caller<'_>> {
        let tokens = (first..first + count).map(|n| {
            let mut bits = [0; 32];
            bits[..2].copy_from_slice(&n.to_be_bytes());
            SessionToken::from_bits(bits)
        });
        let now = self.now().as_micros();
        let later = now + 3_600_000_000;
        let rows = tokens.clone().enumerate().map(|(n, token)| {
            let id = format!("00000000-0000-7000-8000-{first:06}{n:06}");
            format!("('{id}', '{}', '{user_id}', 'password', {now}, {now}, {later})", token.fingerprint())
        });
        let rows: Vec<String> = rows.collect();
        let columns = "id, token_hash, user_id, method, created_at, last_active_at, expires_at";
        self.execute(format!("INSERT INTO sessions ({columns}) VALUES {}", rows.join(", "))).await;
        let cookie = |token: SessionToken| Some(format!("facility_session={}", token.expose()));
        tokens.map(|token| Caller { site: self, cookie: cookie(token) }).collect()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(self.child.kill()); // it may have ended already
        drop(self.child.wait());
        self.planted.assert_absent(&self.logged(), self.database.target());
        described::assert_all();
    }
}

/// Replaces the file atomically, because a server may read it at any moment.
fn set_clock(database: &TestDatabase, ahead: Duration) {
    let draft = database.folder().join("clock.draft");
    std::fs::write(&draft, ahead.as_micros().to_string()).unwrap();
    std::fs::rename(draft, database.folder().join(CLOCK_FILE)).unwrap();
}

fn command(database: &TestDatabase, node: u8, port: u16, settings: &[(&'static str, String)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facility"));
    let url = match database.target() {
        Target::Sqlite(path) => format!("sqlite:{path}"),
        Target::Postgres(url) => url.clone(),
    };
    let data = if node == 1 { "data".to_owned() } else { format!("data-{node}") };
    let fixed = [
        ("LISTEN", format!("127.0.0.1:{port}")),
        ("PUBLIC_URL", format!("http://127.0.0.1:{port}")),
        ("DATA_DIR", database.folder().join(data).display().to_string()),
        ("DATABASE_URL", url),
        ("SECRET_KEY", SECRET_KEY.to_owned()),
        ("ADMIN_PASSWORD", ADMIN_PASSWORD.to_owned()),
        // Logs one line per request, which must not contain a secret either.
        ("LOG_FILTER", "info".to_owned()),
        ("TEST_HASHES", if env!("CARGO_CRATE_NAME") == "attack" { "full" } else { "light" }.to_owned()),
        ("TEST_CLOCK", database.folder().join(CLOCK_FILE).display().to_string()),
    ];
    for (name, value) in fixed.iter().chain(settings) {
        // Variables without the prefix: those of the bucket and of TLS, which have standard names, and those that are
        // not settings of the server.
        let foreign = ["AWS_", "LD_", "SSL_", "TRACE_"].iter().any(|start| name.starts_with(start));
        command.env(format!("{}{name}", if foreign { "" } else { "FACILITY_" }), value);
    }
    command.current_dir(database.folder());
    command
}

fn spawn(
    database: &TestDatabase,
    node: u8,
    port: u16,
    settings: &[(&'static str, String)],
    log: &Arc<Mutex<String>>,
) -> Child {
    let mut child = command(database, node, port, settings)
        .arg("serve")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The server's log is printed with the test that caused it.
    let complaints = BufReader::new(child.stderr.take().unwrap());
    let log = Arc::clone(log);
    std::thread::spawn(move || {
        for line in complaints.lines().map_while(Result::ok) {
            // The lines of successful requests would hide errors.
            if !line.contains(" INFO ") {
                eprintln!("server: {line}");
            }
            log.lock().unwrap().push_str(&(line + "\n"));
        }
    });
    child
}

/// Returns the number that a query names `n`.
pub async fn count_in(database: &Database, sql: &str) -> Result<i64, StoreError> {
    #[derive(diesel::QueryableByName)]
    struct Count {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        n: i64,
    }
    let sql = sql.to_owned();
    database.read(move |conn| Ok(diesel::sql_query(sql).get_result::<Count>(conn)?.n)).await
}

/// Returns the settings of a server that stores its files in this bucket, under `files`.
pub fn on_s3(store: &TestS3, limits: &str) -> Vec<(&'static str, String)> {
    let own = [("RATE_LIMITS", limits.to_owned()), ("OBJECT_STORE_URL", store.url("files"))];
    own.into_iter().chain(store.settings()).collect()
}

/// Starts two servers with a shared database and bucket. Returns `None` without a PostgreSQL server.
pub async fn two(limits: &str) -> Option<(Site, Site, TestS3)> {
    let database = Arc::new(Site::database_on_postgres()?);
    let store = TestS3::start().unwrap();
    let start = |node| Site::start_node(Arc::clone(&database), node, on_s3(&store, limits));
    let (one, other) = tokio::join!(start(1), start(2));
    Some((one, other, store))
}

/// Returns the number of repetitions of races: `FACILITY_TEST_RACES`, or the usual number.
pub fn rounds(usual: usize) -> usize {
    #[expect(clippy::disallowed_methods, reason = "the environment sets the length of a run")]
    std::env::var("FACILITY_TEST_RACES").map_or(usual, |number| number.parse().expect("a number"))
}

/// Sends a signal to a server that a test started.
pub fn signal(pid: u32, which: &str) {
    assert!(Command::new("kill").args([which, &pid.to_string()]).status().unwrap().success());
}

/// Generates one test per database for each named function.
macro_rules! on_each_database {
    ($($journey:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $journey() {
                super::$journey(crate::harness::Site::database_on_sqlite()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $journey() {
                if let Some(database) = crate::harness::Site::database_on_postgres() {
                    super::$journey(database).await;
                }
            })+
        }
    };
}
pub(crate) use on_each_database;
