//! Searches every response, every log line and the database of a test for its secrets.

use super::{ADMIN_PASSWORD, PASSWORD, SECRET_KEY};
use facility_infra::db::conn::Target;
use memchr::memmem;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Output;
use std::sync::Mutex;

/// The secrets of one server. A response that contains one fails the test immediately; the log and the database are
/// searched when the server is dropped.
#[derive(Default)]
pub struct Planted {
    /// Secrets that occurred during the test: session tokens, and codes that a response has shown once.
    shown: Mutex<Vec<String>>,
    /// Secrets from the settings.
    settings: Vec<String>,
}

/// Secrets of every test.
const ALWAYS: [&str; 3] = [ADMIN_PASSWORD, PASSWORD, SECRET_KEY];

impl Planted {
    /// Creates the secrets of a server with these settings: their keys and passwords.
    pub fn of_settings(settings: &[(&'static str, String)]) -> Self {
        let is_secret = |name: &str| ["_KEY", "_PASSWORD", "_SECRET"].iter().any(|end| name.ends_with(end));
        let settings = settings.iter().filter(|(name, value)| is_secret(name) && value.len() >= 8);
        Self { shown: Mutex::default(), settings: settings.map(|(_, value)| value.clone()).collect() }
    }

    /// Adds a secret that was shown for the only time.
    pub fn add(&self, secret: &str) {
        assert!(secret.len() >= 8, "too short to be searched for: {secret}");
        self.shown.lock().unwrap().push(secret.to_owned());
    }

    /// Adds the codes that this response shows. No later response may contain them.
    pub fn learn(&self, answer: &Value) {
        for member in ["resetCode", "staticCode", "manualEntryKey", "setupCode"] {
            if let Some(code) = answer[member].as_str() {
                self.add(code);
            }
        }
        for code in answer["backupCodes"].as_array().into_iter().flatten() {
            self.add(code.as_str().unwrap());
        }
    }

    /// Removes a secret that was only added to test the search.
    pub fn forget(&self, secret: &str) {
        self.shown.lock().unwrap().retain(|shown| shown != secret);
    }

    /// Fails the test if a response contains a secret. An archive is unpacked.
    pub fn assert_absent_from_answer(&self, path: &str, bytes: &[u8]) {
        if let Some(secret) = self.found_in(bytes).or_else(|| self.found_in(&unpacked(bytes)?)) {
            panic!("the answer of {path} contains {secret}: {}", String::from_utf8_lossy(bytes));
        }
    }

    /// Fails the test if a command prints a secret, or if a file among its arguments contains one.
    pub fn assert_absent_from_command(&self, arguments: &[&str], output: &Output) {
        for printed in [&output.stdout, &output.stderr] {
            if let Some(secret) = self.found_in(printed) {
                panic!("{arguments:?} prints {secret}");
            }
        }
        // A backup with keys contains them on purpose.
        for path in arguments.iter().filter(|_| !arguments.contains(&"--with-keys")) {
            let Ok(bytes) = std::fs::read(path) else { continue };
            if let Some(secret) = self.found_in(&bytes).or_else(|| self.found_in(&unpacked(&bytes)?)) {
                panic!("{path} contains {secret} after {arguments:?}");
            }
        }
    }

    /// Fails the test if the log or the database of a server contains a secret. Does nothing if the test has already
    /// failed.
    pub fn assert_absent(&self, log: &str, database: &Target) {
        if std::thread::panicking() {
            return;
        }
        if let Some(secret) = self.found_in(log.as_bytes()) {
            let line = log.lines().find(|line| line.contains(&secret));
            panic!("a line of the log contains a secret: {line:?}");
        }
        // The file and its write-ahead log contain every text unchanged. The same tests write the same data on
        // PostgreSQL, whose files cannot be read here.
        let Target::Sqlite(path) = database else { return };
        for end in ["", "-wal"] {
            let Ok(bytes) = std::fs::read(PathBuf::from(format!("{path}{end}"))) else { continue };
            if let Some(secret) = self.found_in(&bytes) {
                panic!("the database contains {secret}");
            }
        }
    }

    fn found_in(&self, bytes: &[u8]) -> Option<String> {
        let shown = self.shown.lock().unwrap();
        let all = ALWAYS.into_iter().chain(self.settings.iter().chain(shown.iter()).map(String::as_str));
        all.into_iter().find(|secret| memmem::find(bytes, secret.as_bytes()).is_some()).map(str::to_owned)
    }
}

/// Returns the content of a compressed archive, or `None` for anything else.
fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
    // A damaged archive is searched as far as it can be read.
    let mut found = Vec::new();
    let mut decoder = bytes.starts_with(&ZSTANDARD).then(|| zstd::Decoder::new(bytes).unwrap())?;
    drop(std::io::copy(&mut decoder, &mut found));
    Some(found)
}
