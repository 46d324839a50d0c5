//! A server process under load: started on the first core, used over HTTP, and measured through `/proc`.

use crate::failure::Failure;
use crate::postmaster::Postmaster;
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The password of the administrator that the server creates.
pub const PASSWORD: &str = "brass-lantern-41";

/// The secret key with which [`facility_infra::testing::open`] seals entries, in the form of the setting.
pub const SECRET_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// A running server. Dropping it ends the process.
pub struct Server {
    child: Child,
    port: u16,
    /// The PostgreSQL server, if there is one.
    pub postmaster: Option<Postmaster>,
    /// Time from the start of the process to the first response.
    pub started_in: Duration,
}

/// Returns the URL of a test's database.
pub fn url(database: &TestDatabase) -> String {
    match database.target() {
        Target::Sqlite(path) => format!("sqlite:{path}"),
        Target::Postgres(url) => url.clone(),
    }
}

impl Server {
    /// Starts the facility on this database.
    pub fn facility(binary: &str, database: &TestDatabase) -> Result<Self, Failure> {
        Self::at(binary, &url(database), database.folder())
    }

    /// Starts the facility on the database with this URL, in this folder.
    pub fn at(binary: &str, url: &str, folder: &Path) -> Result<Self, Failure> {
        let port = free_port()?;
        let mut command = pinned(binary);
        for (name, value) in [
            ("LISTEN", format!("127.0.0.1:{port}")),
            ("PUBLIC_URL", format!("http://127.0.0.1:{port}")),
            ("DATA_DIR", folder.join("data").display().to_string()),
            ("DATABASE_URL", url.to_owned()),
            // The database already has its tables, so no new key is created.
            ("SECRET_KEY", SECRET_KEY.to_owned()),
            ("ADMIN_PASSWORD", PASSWORD.to_owned()),
            ("RATE_LIMITS", "open".to_owned()),
            ("LOG_FILTER", "warn".to_owned()),
        ] {
            command.env(format!("FACILITY_{name}"), value);
        }
        command.arg("serve").current_dir(folder);
        Self::start(command, port, "/api/health")
    }

    /// Starts the baseline server on this database.
    pub fn baseline(database: &TestDatabase) -> Result<Self, Failure> {
        let port = free_port()?;
        let mut command = pinned(&std::env::current_exe()?.display().to_string());
        command.args(["baseline", &url(database), &port.to_string()]);
        Self::start(command, port, "/constant")
    }

    fn start(mut command: Command, port: u16, path: &str) -> Result<Self, Failure> {
        let began = Instant::now();
        let child = command.stdout(Stdio::null()).spawn()?;
        let mut server = Self { child, port, postmaster: None, started_in: Duration::ZERO };
        while !server.answers(path) {
            if began.elapsed() > Duration::from_secs(30) {
                return Err("the server did not become ready".into());
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        server.started_in = began.elapsed();
        Ok(server)
    }

    fn answers(&self, path: &str) -> bool {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return false };
        let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", self.port);
        let mut answer = String::new();
        stream.write_all(head.as_bytes()).is_ok()
            && stream.read_to_string(&mut answer).is_ok()
            && answer.starts_with("HTTP/1.1 200")
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Returns its processor time so far, in milliseconds.
    pub fn cpu_millis(&self) -> Result<f64, Failure> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks: f64 =
            after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
        // A tick is a hundredth of a second on every Linux.
        Ok(ticks * 10.0)
    }

    /// Returns PostgreSQL's processor time so far, in milliseconds. 0 with SQLite.
    pub fn database_millis(&self) -> Result<f64, Failure> {
        self.postmaster.map_or(Ok(0.0), Postmaster::cpu_millis)
    }

    /// Returns its resident memory, in MiB.
    pub fn memory(&self) -> Result<f64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        let kib: f64 = line.split_whitespace().next().unwrap_or("0").parse()?;
        Ok(kib / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn pinned(program: &str) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", "0", program]);
    command
}

fn free_port() -> Result<u16, Failure> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
