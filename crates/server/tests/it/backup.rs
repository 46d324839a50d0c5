//! Backups and restores on the command line: under load, damaged, interrupted, and with PostgreSQL's own tools.

use crate::caller::Caller;
use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site};
use facility_infra::db::conn::Target;
use facility_infra::testing::port::TestPort;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};

fn printed(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn succeeds(output: &Output) -> String {
    assert!(output.status.success(), "{}", printed(output));
    printed(output)
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success(), "{}", printed(output));
    printed(output)
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn destroy(site: &Site) {
    let folder = site.database.folder();
    for name in ["facility.db", "facility.db-wal", "facility.db-shm"] {
        drop(std::fs::remove_file(folder.join(name)));
    }
    std::fs::remove_dir_all(folder.join("data")).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_under_load_restores_everything_acknowledged_before_it() {
    let mut site = Site::start(Site::database_on_sqlite()).await;
    let admin = site.administrator().await;
    let file = admin.attach("notes.md", b"# Field notes").await;
    let body = json!({ "title": "Lantern", "content": "Burns.", "category": "SITE", "filePath": file });
    admin.post("/api/submissions", body).await.text("id");
    let path = site.database.folder().join("one.backup");
    let stop = AtomicBool::new(false);
    let write = async {
        let mut ids = Vec::new();
        while !stop.load(Ordering::SeqCst) {
            ids.push(admin.submit(&format!("Under load {}", ids.len()), "OTHER").await);
        }
        ids
    };
    let back_up = async {
        let before = admin.submit("Before", "OTHER").await;
        let made = tokio::task::block_in_place(|| site.facility(&["backup", shown(&path)]));
        stop.store(true, Ordering::SeqCst);
        (before, succeeds(&made))
    };
    let (during, (before, said)) = tokio::join!(write, back_up);
    assert!(said.contains("1 files") && said.contains("does not contain the secret key"), "{said}");
    assert!(!during.is_empty());
    let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&path).unwrap()) & 0o777;
    assert_eq!(mode, 0o600);
    let taken = refused(&site.facility(&["backup", shown(&path)]));
    assert!(taken.contains("already exists"), "{taken}");

    let running = refused(&site.facility(&["restore", shown(&path), "--replace"]));
    assert!(running.contains("stop it first"), "{running}");
    site.terminate();
    let there = refused(&site.facility(&["restore", shown(&path)]));
    assert!(there.contains("--replace"), "{there}");
    destroy(&site);
    let said = succeeds(&site.facility(&["restore", shown(&path)]));
    assert!(said.contains("1 files"), "{said}");
    assert!(!site.database.folder().join("facility.db.restoring").exists());
    site.restart().await;
    let admin = site.administrator().await;
    let own = admin.get("/api/user/submissions").await.each("id");
    assert!(own.contains(&before));
    let kept = during.iter().filter(|id| own.contains(id)).count();
    assert!(during[..kept].iter().all(|id| own.contains(id)), "what is restored has no gaps");
    assert_eq!(admin.get(&file).await.bytes, b"# Field notes");
    let verified = admin.get("/api/admin/audit-logs/verify").await.body;
    assert_eq!(verified["ok"], true, "{verified}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_backup_is_refused_with_the_damaged_member_and_changes_nothing() {
    let mut site = Site::start(Site::database_on_sqlite()).await;
    let admin = site.administrator().await;
    admin.attach("notes.md", b"# Field notes").await;
    let folder = site.database.folder().to_owned();
    let path = folder.join("one.backup");
    // Stop the server, so that it writes its last anchor.
    site.terminate();
    succeeds(&site.facility(&["backup", shown(&path), "--with-keys"]));

    let members = || {
        let mut tar = tar::Archive::new(zstd::Decoder::new(std::fs::File::open(&path).unwrap()).unwrap());
        let members = tar.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut entry, &mut bytes).unwrap();
            (entry.path().unwrap().display().to_string(), bytes)
        });
        members.collect::<Vec<(String, Vec<u8>)>>()
    };
    let pack = |members: &[(String, Vec<u8>)]| {
        let to = folder.join("changed.backup");
        let mut tar = tar::Builder::new(zstd::Encoder::new(std::fs::File::create(&to).unwrap(), 1).unwrap());
        for (name, bytes) in members {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o600);
            header.set_entry_type(tar::EntryType::Regular);
            header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_cksum();
            tar.append(&header, &**bytes).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap();
        to
    };
    let whole = members();
    let names: Vec<&str> = whole.iter().map(|(name, _)| name.as_str()).collect();
    let object = names.iter().position(|name| name.starts_with("objects/uploads/")).unwrap();
    assert!(names.contains(&"audit-anchors.ndjson"), "{names:?}");
    assert_eq!(names.last(), Some(&"manifest.json"));
    let fingerprint = |site: &Site| {
        let count = site.facility(&["audit", "verify"]);
        (count.stdout, std::fs::read_dir(folder.join("data")).unwrap().count())
    };
    let before = fingerprint(&site);
    let mut flipped = whole.clone();
    flipped[object].1[3] ^= 1;
    let mut removed = whole.clone();
    removed.remove(object);
    let mut added = whole.clone();
    added.insert(1, ("objects/uploads/other".to_owned(), vec![1]));
    let mut bloated = whole.clone();
    bloated.insert(1, ("objects/uploads/zeros".to_owned(), vec![0; 128 << 20]));
    let mut outside = whole.clone();
    outside.insert(1, ("../outside".to_owned(), vec![1]));
    let mut database = whole.clone();
    let middle = database[0].1.len() / 2;
    database[0].1[middle] ^= 1;
    let mut headless = whole.clone();
    headless.pop();
    let mut newer = whole.clone();
    let last = newer.len() - 1;
    let mut manifest: Value = serde_json::from_slice(&newer[last].1).unwrap();
    manifest["format"] = 2.into();
    newer[last].1 = manifest.to_string().into_bytes();
    for (members, named) in [
        (&flipped, names[object]),
        (&removed, names[object]),
        (&added, "objects/uploads/other"),
        (&bloated, "objects/uploads/zeros is too large for an archive of this size"),
        (&outside, "facility.sqlite is not part"),
        (&database, "facility.sqlite does not have the SHA-256"),
        (&headless, "manifest.json is missing"),
        (&newer, "newer version"),
    ] {
        let said = refused(&site.facility(&["restore", shown(&pack(members)), "--replace"]));
        assert!(said.contains(named), "{named}: {said}");
        assert_eq!(fingerprint(&site), before, "{named}");
    }
    assert!(!folder.parent().unwrap().join("outside").exists());
    // Cut off at several positions.
    let bytes = std::fs::read(&path).unwrap();
    for part in 1..8 {
        let cut = folder.join("cut.backup");
        std::fs::write(&cut, &bytes[..bytes.len() * part / 8]).unwrap();
        let said = refused(&site.facility(&["restore", shown(&cut), "--replace"]));
        assert!(said.contains("the backup is damaged"), "{said}");
    }
    assert_eq!(fingerprint(&site), before);
    assert!(!folder.join("data/restore-in-progress").exists() && !folder.join("facility.db.restoring").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_with_a_foreign_trigger_is_refused() {
    let mut site = Site::start(Site::database_on_sqlite()).await;
    let path = site.database.folder().join("one.backup");
    let trigger = "CREATE TRIGGER nobody_asked AFTER INSERT ON users BEGIN UPDATE users SET is_admin = TRUE; END";
    site.execute(trigger.to_owned()).await;
    site.terminate();
    succeeds(&site.facility(&["backup", shown(&path), "--with-keys"]));
    let said = refused(&site.facility(&["restore", shown(&path), "--replace"]));
    assert!(said.contains("facility.sqlite") && said.contains("nobody_asked"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restore_keeps_the_previous_data_and_can_be_repeated_after_an_interruption() {
    let mut site = Site::start(Site::database_on_sqlite()).await;
    let admin = site.administrator().await;
    let folder = site.database.folder().to_owned();
    let backups = folder.join("backups");
    std::fs::create_dir(&backups).unwrap();
    succeeds(&site.facility(&["backup", shown(&backups), "--with-keys"]));
    let made: Vec<PathBuf> = std::fs::read_dir(&backups).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(made.len() == 1 && shown(&made[0]).ends_with(".backup.tar.zst"), "{made:?}");
    admin.submit("Later", "OTHER").await;
    site.terminate();
    let said = succeeds(&site.facility(&["restore", shown(&made[0]), "--replace"]));
    let aside = folder.join("data/before-restore-1");
    assert!(said.contains(shown(&aside)), "{said}");
    for name in ["facility.db", "audit-anchors.ndjson"] {
        assert!(aside.join(name).exists(), "{name}");
    }
    site.restart().await;
    let admin = site.administrator().await;
    assert_eq!(admin.get("/api/user/submissions").await.body, json!([]));
    assert_eq!(admin.get("/api/admin/audit-logs/verify").await.body["ok"], true);
    site.terminate();

    // Imitate a machine that stops while files are being swapped.
    std::fs::write(folder.join("data/restore-in-progress"), "x").unwrap();
    std::fs::remove_file(folder.join("facility.db")).unwrap();
    let said = refused(&site.facility(&["audit", "verify"]));
    assert!(said.contains("run `facility restore` again"), "{said}");
    assert!(!folder.join("facility.db").exists(), "no new database was created in its place");
    succeeds(&site.facility(&["restore", shown(&made[0])]));
    site.restart().await;
    assert_eq!(site.administrator().await.get("/api/user").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scheduled_backups_are_made_while_the_server_runs() {
    let port = TestPort::claim().unwrap();
    let database = Site::database_on_sqlite();
    let folder = database.folder().join("scheduled");
    let address = port.address();
    let settings = [
        ("RATE_LIMITS", "open"),
        ("BACKUP_DIR", "scheduled"),
        ("BACKUP_INTERVAL", "1h"),
        ("BACKUP_KEEP", "1"),
        ("METRICS_LISTEN", &address),
    ];
    let mut site = Site::start_with(database, &settings).await;
    let made = || {
        let names = std::fs::read_dir(&folder).into_iter().flatten();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(".backup.tar.zst")).collect::<Vec<String>>()
    };
    let until = async |what: &str, holds: &dyn Fn() -> bool| {
        for _ in 0..400 {
            if holds() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("{what}: {:?}", made());
    };
    until("the first backup", &|| made().len() == 1).await;
    let first = made();
    // A backup exists before its run has ended, and the next run is due an interval after that end. Moving the clock
    // only once could be too early, so it is moved repeatedly.
    let hours = std::cell::Cell::new(1);
    let replaced = || {
        hours.set(hours.get() + 1);
        site.set_clock(std::time::Duration::from_hours(hours.get()));
        made().len() == 1 && made() != first
    };
    until("the second backup replaces it", &replaced).await;
    let metrics = site.anonymous().get(&format!("http://{address}/metrics")).await;
    let metrics = String::from_utf8(metrics.bytes).unwrap();
    let last = metrics
        .lines()
        .find_map(|line| line.strip_prefix("facility_backup_last_success_timestamp_seconds ")?.parse::<f64>().ok());
    let age = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs_f64() - last.unwrap();
    assert!((0.0..60.0).contains(&age), "{age}");
    site.terminate();
    destroy(&site);
    succeeds(&site.facility(&["restore", shown(&folder.join(&made()[0]))]));
}

/// Leaves an unused reset code for `reader`, and a sign-in that waits for the second factor.
async fn leave_a_code_and_a_pending_sign_in(site: &Site, admin: &Caller<'_>) -> String {
    let users = admin.get("/api/admin/users").await.body;
    let reader = users.as_array().unwrap().iter().find(|user| user["username"] == "reader").unwrap();
    let path = format!("/api/admin/users/{}/reset-password", reader["id"].as_str().unwrap());
    let code = admin.post(&path, json!({})).await.text("resetCode");
    site.execute(
        "INSERT INTO pending_logins (token_hash, user_id, created_at, expires_at, tries) \
         SELECT 'hash', id, created_at, created_at + 300000000, 0 FROM users WHERE username = 'reader'"
            .to_owned(),
    )
    .await;
    assert!(signed_in_or_waiting(site).await >= 3);
    code
}

async fn signed_in_or_waiting(site: &Site) -> i64 {
    let mut rows = 0;
    for table in ["sessions", "pending_logins", "password_resets"] {
        rows += site.count(&format!("SELECT count(*) AS n FROM {table}")).await;
    }
    rows
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restore_ends_sessions_pending_sign_ins_and_reset_codes() {
    let mut site = Site::start(Site::database_on_sqlite()).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 2).await;
    let code = leave_a_code_and_a_pending_sign_in(&site, &admin).await;
    let (admins, readers) = (admin.cookie.clone(), reader.cookie.clone());
    let path = site.database.folder().join("one.backup");
    succeeds(&site.facility(&["backup", shown(&path)]));
    site.terminate();
    succeeds(&site.facility(&["restore", shown(&path), "--replace"]));
    site.restart().await;
    assert_eq!(signed_in_or_waiting(&site).await, 0);
    for cookie in [admins, readers] {
        let caller = Caller { site: &site, cookie };
        assert_eq!(caller.get("/api/user").await.code(), "session_ended");
    }
    let reset = json!({ "username": "reader", "resetCode": code, "newPassword": "copper-estuary-52" });
    assert_eq!(site.anonymous().post("/api/password-reset", reset).await.code(), "invalid_code");
    site.sign_in("reader", PASSWORD).await;
}

fn postgres_tool(name: &str) -> Command {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let found = installed.map(|version| version.unwrap().path().join("bin").join(name)).find(|path| path.exists());
    Command::new(found.unwrap_or_else(|| PathBuf::from(name)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_is_dumped_and_restored_with_its_own_tools() {
    let (Some(database), Some(other)) = (Site::database_on_postgres(), Site::database_on_postgres()) else {
        return;
    };
    let mut site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "reader", 2).await;
    let before = admin.submit("Before", "OTHER").await;
    let cookie = admin.cookie.clone();
    leave_a_code_and_a_pending_sign_in(&site, &admin).await;
    let folder = site.database.folder().to_owned();
    let said = refused(&site.facility(&["backup", shown(&folder.join("x"))]));
    assert!(said.contains("pg_dump --format=custom") && said.contains("pg_restore"), "{said}");
    let url = |database: &facility_infra::testing::TestDatabase| match database.target() {
        Target::Postgres(url) => url.clone(),
        Target::Sqlite(path) => panic!("{path}"),
    };
    let excluded: Vec<&str> =
        said.split_whitespace().filter(|word| word.starts_with("--exclude-table-data=")).collect();
    let dump = folder.join("facility.dump");
    succeeds(
        &postgres_tool("pg_dump")
            .args(excluded)
            .args(["--format=custom", "--file", shown(&dump), &url(&site.database)])
            .output()
            .unwrap(),
    );
    site.terminate();
    let target = url(&other);
    let restore = ["--clean", "--if-exists", "--no-owner", "--exit-on-error", "--dbname", &target, shown(&dump)];
    succeeds(&postgres_tool("pg_restore").args(restore).output().unwrap());
    // A new server for the restored database, with the keys of the old one.
    let restored = Site::start(other).await;
    assert_eq!(signed_in_or_waiting(&restored).await, 0);
    let caller = Caller { site: &restored, cookie };
    assert_eq!(caller.get("/api/user").await.code(), "session_ended");
    let admin = restored.sign_in("administrator", ADMIN_PASSWORD).await;
    assert!(admin.get("/api/user/submissions").await.each("id").contains(&before));
    assert_eq!(restored.sign_in("reader", PASSWORD).await.get("/api/user").await.status, 200);
    let verified = admin.get("/api/admin/audit-logs/verify").await.body;
    assert_eq!(verified["ok"], true, "{verified}");
}
