//! Every command of `docs/OPERATIONS.md`, run as documented: with the binary in its own folder, and as the Debian
//! package installs it, from any folder. The test fails if the page and its list of commands differ.

use crate::harness::{ADMIN_PASSWORD, on_each_database, signal};
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use facility_infra::testing::port::TestPort;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::Duration;

on_each_database!(every_command_of_the_page_works, every_command_of_the_page_works_as_the_package_installs_it);

const SECRET_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// When a command of the page is run, and with which arguments.
enum Run {
    /// While the server runs, with these values for the placeholders in capitals.
    Running(&'static [(&'static str, &'static str)]),
    /// While the server is stopped.
    Stopped(&'static [(&'static str, &'static str)]),
    /// While the server is stopped, on SQLite only: PostgreSQL has its own tools for it.
    StoppedOnSqlite(&'static [(&'static str, &'static str)]),
    /// Not run: the page only mentions it, or the test runs it in another way.
    Mentioned,
}
use Run::{Mentioned, Running, Stopped, StoppedOnSqlite};

/// The commands, in the order in which they run.
const COMMANDS: &[(&str, Run)] = &[
    ("facility --help", Mentioned),
    ("facility COMMAND --help", Mentioned),
    ("facility serve", Mentioned),
    ("facility demo", Mentioned),
    // No mail server is configured here; `mail_test` has one.
    ("facility mail test ADDRESS", Mentioned),
    ("facility export", Mentioned),
    ("facility restore", Mentioned),
    ("facility import SOURCE", Mentioned),
    ("facility backup --with-keys FILE", Mentioned),
    ("facility restore --replace FILE", Mentioned),
    ("facility health", Running(&[])),
    ("facility migrate", Running(&[])),
    ("facility migrate --check", Running(&[])),
    ("facility admin create NAME", Running(&[("NAME", "warden")])),
    ("facility admin reset-password NAME", Running(&[("NAME", "warden")])),
    ("facility admin reset-2fa NAME", Running(&[("NAME", "warden")])),
    ("facility admin unlock NAME", Running(&[("NAME", "warden")])),
    ("facility admin site --unlock", Running(&[])),
    ("facility admin site --two-factor-optional", Running(&[])),
    ("facility admin rotate-key emergency", Running(&[])),
    ("facility admin rotate-key master", Running(&[])),
    ("facility admin rotate-key master --force", Running(&[])),
    ("facility audit key", Running(&[])),
    ("facility audit checkpoint", Running(&[])),
    ("facility audit verify", Running(&[])),
    ("facility audit verify --since FILE", Running(&[("FILE", "OUT/checkpoint")])),
    ("facility audit verify --export FILE --key KEY", Running(&[("FILE", "OUT/log.ndjson")])),
    ("facility audit prove NUMBER", Running(&[("NUMBER", "1")])),
    (
        "facility audit verify-proof PROOF --entry FILE --key KEY",
        Running(&[("PROOF", "OUT/proof"), ("FILE", "OUT/log.ndjson")]),
    ),
    ("facility admin rotate-key signing", Running(&[])),
    ("facility audit verify --key KEY --since FILE", Running(&[("FILE", "OUT/checkpoint")])),
    ("facility export FILE", Running(&[("FILE", "OUT/all.tar.zst")])),
    ("facility backup FILE", StoppedOnSqlite(&[("FILE", "OUT/one.backup")])),
    ("facility restore FILE", StoppedOnSqlite(&[("FILE", "OUT/one.backup --replace")])),
    ("facility backup --with-keys /var/lib/facility/before-upgrade.tar.zst", StoppedOnSqlite(&[])),
    ("facility restore --replace /var/lib/facility/before-upgrade.tar.zst", StoppedOnSqlite(&[])),
    ("facility import FILE", Stopped(&[("FILE", "OUT/all.tar.zst")])),
    (
        "facility import vault --as documents --owner edda-marsh --level 1 --dry-run --report vault.json",
        Stopped(&[("vault", "OUT/notes"), ("edda-marsh", "administrator"), ("vault.json", "OUT/vault.json")]),
    ),
    (
        "facility import vault --as documents --owner edda-marsh --level 1 --on-fault skip",
        Stopped(&[("vault", "OUT/notes"), ("edda-marsh", "administrator")]),
    ),
];

/// Returns the commands of the page, from its shell blocks and its inline code.
fn commands_of_the_page() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/OPERATIONS.md");
    let page = fs::read_to_string(path).unwrap().replace("\\\n", " ");
    let mut found = BTreeSet::new();
    let (mut is_shell, mut text) = (false, String::new());
    for line in page.lines() {
        if line.starts_with("```") {
            is_shell = line == "```sh";
        } else if is_shell {
            let line = line.split(" #").next().unwrap_or(line);
            found.extend(line.split([';', '&']).map(str::to_owned));
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    found.extend(text.split('`').skip(1).step_by(2).map(str::to_owned));
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    found
        .into_iter()
        .map(words)
        .filter(|text| text.split(' ').any(|word| word == "facility"))
        .filter(|text| is_command(text))
        .collect()
}

/// Returns whether a text runs the program. Other programs may have its name among their arguments.
fn is_command(text: &str) -> bool {
    let mut words = text.split(' ').skip_while(|word| word.starts_with("FACILITY_"));
    words.next() == Some("facility") && words.next().is_some()
}

/// An installation, with the program and the folder to run its commands.
struct Host {
    database: TestDatabase,
    program: PathBuf,
    /// The folder in which the commands are run.
    here: PathBuf,
    data: PathBuf,
    address: String,
    _port: TestPort,
    server: Option<Child>,
}

impl Host {
    /// Creates an installation of the plain binary, with its configuration in the folder in which the commands are run.
    fn plain(database: TestDatabase) -> Self {
        let here = database.folder().join("here");
        let data = here.join("data");
        let host = Self::new(database, env!("CARGO_BIN_EXE_facility").into(), here, data);
        let secrets = host.secrets().into_iter().map(|(name, value)| format!("{name} = \"{value}\"\n"));
        let file = host.configuration() + &secrets.collect::<String>();
        fs::write(host.here.join("facility.toml"), file).unwrap();
        host
    }

    /// Creates an installation with the wrapper and the files of the package, below a folder of the test.
    fn packaged(database: TestDatabase) -> Self {
        let root = database.folder().join("root");
        let (here, data) = (database.folder().join("here"), root.join("var/lib/facility"));
        let programs = root.join("usr/bin");
        for folder in [&programs, &root.join("etc/facility"), &data] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).unwrap();
        let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
        let wrapper = fs::read_to_string(packaging.join("facility.sh")).unwrap();
        let below = |path: &str| root.join(path).display().to_string();
        let wrapper = wrapper
            .replace("/usr/lib/facility/facility", env!("CARGO_BIN_EXE_facility"))
            .replace("/etc/facility", &below("etc/facility"))
            .replace("/var/lib/facility", &below("var/lib/facility"));
        // The service user does not exist here; scripts/package-test.sh tests the change of user.
        let same_user = "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n";
        for (name, text) in [("facility", wrapper.as_str()), ("setpriv", same_user)] {
            fs::write(programs.join(name), text).unwrap();
            fs::set_permissions(programs.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let host = Self::new(database, programs.join("facility"), here, data);
        let shipped = fs::read_to_string(packaging.join("facility.toml")).unwrap();
        let kept = shipped.lines().filter(|line| line.starts_with("log_format"));
        let file = host.configuration() + &kept.collect::<Vec<_>>().join("\n");
        fs::write(root.join("etc/facility/facility.toml"), file).unwrap();
        let secrets =
            host.secrets().into_iter().map(|(name, value)| format!("FACILITY_{}={value}\n", name.to_uppercase()));
        fs::write(root.join("etc/facility/environment"), secrets.collect::<String>()).unwrap();
        host
    }

    fn new(database: TestDatabase, program: PathBuf, here: PathBuf, data: PathBuf) -> Self {
        fs::create_dir_all(&here).unwrap();
        let notes = database.folder().join("out/notes");
        fs::create_dir_all(&notes).unwrap();
        fs::write(notes.join("note.md"), "# A note\n\nWritten on paper.\n").unwrap();
        let port = TestPort::claim().unwrap();
        Self { database, program, here, data, address: port.address(), _port: port, server: None }
    }

    fn configuration(&self) -> String {
        let (address, data) = (&self.address, self.data.display());
        format!("listen = \"{address}\"\npublic_url = \"http://{address}\"\ndata_dir = \"{data}\"\n")
    }

    /// Returns the settings without which no command works.
    fn secrets(&self) -> [(&'static str, String); 3] {
        let database = match self.database.target() {
            Target::Sqlite(_) => format!("sqlite:{}", self.data.join("facility.sqlite").display()),
            Target::Postgres(url) => url.clone(),
        };
        [
            ("secret_key", SECRET_KEY.to_owned()),
            ("admin_password", ADMIN_PASSWORD.to_owned()),
            ("database_url", database),
        ]
    }

    /// Returns the program with these arguments, which may be preceded by variables.
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(&self.program);
        let programs = self.program.parent().unwrap().display();
        command.current_dir(&self.here).env_clear();
        command.env("PATH", format!("{programs}:/usr/bin:/bin")).env("FACILITY_TEST_HASHES", "light");
        for word in words.split(' ') {
            match word.split_once('=').filter(|(name, _)| name.starts_with("FACILITY_")) {
                Some((name, value)) => command.env(name, value),
                None if word == "facility" => &mut command,
                None => command.arg(word),
            };
        }
        command
    }

    /// Runs a command of the page.
    fn run(&self, text: &str, words: &[(&str, &str)], key: &str) -> Output {
        let out = self.database.folder().join("out").display().to_string();
        let data = self.data.display().to_string();
        let own = [("KEY", key)];
        // Replace only the page's own paths, because a folder of the test may contain the same name.
        let text = text.replace("/var/lib/facility", "DATA");
        let filled = words.iter().chain(&own).fold(text, |text, (name, value)| {
            text.split(' ').map(|word| fill(word, name, value)).collect::<Vec<_>>().join(" ")
        });
        let filled = filled.replace("OUT/", &format!("{out}/")).replace("DATA/", &format!("{data}/"));
        let output = self.command(&filled).output().unwrap();
        assert!(output.status.success(), "{filled}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    async fn start(&mut self) {
        self.server = Some(self.command("serve").spawn().unwrap());
        for _ in 0..400 {
            if self.command("health").output().unwrap().status.success() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the server did not become ready");
    }

    fn stop(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        signal(server.id(), "-TERM");
        assert!(server.wait().unwrap().success());
    }

    /// Writes the export of the audit log, which only a running server can create.
    async fn export_log(&self) {
        facility_infra::install_tls();
        let client = reqwest::Client::builder().no_proxy().tls_certs_only([]).build().unwrap();
        let url = |path: &str| format!("http://{}/api/{path}", self.address);
        let body = json!({ "username": "administrator", "password": ADMIN_PASSWORD }).to_string();
        let login = client.post(url("login")).header("content-type", "application/json").body(body);
        let login = login.send().await.unwrap();
        let cookie = login.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let log = client.get(url("admin/audit-logs/export")).header("cookie", cookie).send().await.unwrap();
        assert_eq!(log.status(), 200);
        fs::write(self.database.folder().join("out/log.ndjson"), log.bytes().await.unwrap()).unwrap();
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            drop(server.kill()); // it may have ended already
            drop(server.wait());
        }
    }
}

/// Replaces a placeholder in capitals by its value, also after `=`.
fn fill(word: &str, name: &str, value: &str) -> String {
    match word.rsplit_once('=') {
        Some((before, after)) if after == name => format!("{before}={value}"),
        _ if word == name => value.to_owned(),
        _ => word.to_owned(),
    }
}

async fn run_all(mut host: Host) {
    let known: BTreeSet<String> = COMMANDS.iter().map(|(text, _)| (*text).to_owned()).collect();
    assert_eq!(commands_of_the_page(), known);
    let before: Vec<_> = fs::read_dir(&host.here).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let is_sqlite = matches!(host.database.target(), Target::Sqlite(_));
    host.start().await;
    let mut key = String::new();
    for (text, run) in COMMANDS {
        let words = match run {
            Running(words) => words,
            StoppedOnSqlite(_) if !is_sqlite => continue,
            Stopped(words) | StoppedOnSqlite(words) => {
                host.stop();
                words
            }
            Mentioned => continue,
        };
        let output = host.run(text, words, &key);
        let out = host.database.folder().join("out");
        match *text {
            "facility audit key" => {
                String::from_utf8(output.stdout).unwrap().trim().clone_into(&mut key);
                host.export_log().await;
            }
            "facility audit checkpoint" => fs::write(out.join("checkpoint"), output.stdout).unwrap(),
            "facility audit prove NUMBER" => fs::write(out.join("proof"), output.stdout).unwrap(),
            _ => {}
        }
    }
    host.start().await;
    host.run("facility audit verify", &[], &key);
    host.stop();
    let after: Vec<_> = fs::read_dir(&host.here).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let is_new = |name: &&std::ffi::OsString| !before.contains(name) && *name != "data";
    assert_eq!(after.iter().find(is_new), None, "a command wrote where it was called");
}

async fn every_command_of_the_page_works(database: TestDatabase) {
    run_all(Host::plain(database)).await;
}

async fn every_command_of_the_page_works_as_the_package_installs_it(database: TestDatabase) {
    let host = Host::packaged(database);
    run_all(host).await;
}
