//! The database stores the key that signs checkpoints, one for all nodes, also after a rotation.

use crate::harness::{Site, on_each_database, two};
use facility_audit::note::NoteSigner;
use facility_infra::testing::TestDatabase;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

on_each_database!(
    a_file_of_an_earlier_version_is_taken_over_and_another_is_refused,
    a_rotated_key_signs_at_once_and_the_earlier_one_still_verifies,
);

fn key(site: &Site) -> String {
    let output = site.facility(&["audit", "key"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

async fn signs_with(site: &Site) -> String {
    site.administrator().await.get("/api/admin/audit-logs/checkpoint").await.text("publicKey")
}

fn write(path: &Path, key: &NoteSigner) {
    fs::write(path, key.expose()).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

async fn a_file_of_an_earlier_version_is_taken_over_and_another_is_refused(database: TestDatabase) {
    let mut site = Site::start(database).await;
    assert_eq!(signs_with(&site).await, key(&site));
    site.terminate();
    let path = site.database.folder().join("data/audit-signing.key");
    assert!(!path.exists(), "no file is made");
    site.execute("DELETE FROM key_check WHERE id = 'signing_key'".to_owned()).await;
    let (earlier, other) =
        (NoteSigner::new("terminal/audit", &[9; 32]).unwrap(), NoteSigner::new("terminal/audit", &[8; 32]).unwrap());
    write(&path, &earlier);
    site.restart().await;
    assert_eq!(signs_with(&site).await, earlier.verifier().to_text());
    assert!(!path.exists() && path.with_extension("key.in-database").exists());
    site.terminate();

    write(&path, &other);
    for arguments in [&["serve"][..], &["audit", "verify"]] {
        let output = site.facility(arguments);
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && printed.contains("move it away"), "{arguments:?}: {printed}");
        for named in [&earlier, &other] {
            assert!(printed.contains(&named.verifier().to_text()), "{arguments:?}: {printed}");
            assert!(!printed.contains(&named.expose()), "{arguments:?}");
        }
    }
    fs::remove_file(&path).unwrap();
    site.restart().await;
    assert_eq!(key(&site), earlier.verifier().to_text());
    // The key is encrypted with the secret key, so the database contains no readable part of it.
    let sealed = "SELECT count(*) AS n FROM key_check WHERE value LIKE '%PRIVATE%'";
    assert_eq!(site.count(sealed).await, 0);
}

async fn a_rotated_key_signs_at_once_and_the_earlier_one_still_verifies(database: TestDatabase) {
    let mut site = Site::start(database).await;
    // The server anchors the log when it stops.
    site.terminate();
    site.restart().await;
    let first = site.administrator().await.get("/api/admin/audit-logs/checkpoint").await;
    let since = site.database.folder().join("first.txt");
    fs::write(&since, first.text("checkpoint")).unwrap();
    let since = since.display().to_string();
    let old = key(&site);
    let rotated = site.facility(&["admin", "rotate-key", "signing"]);
    let printed = String::from_utf8(rotated.stdout).unwrap();
    let new = key(&site);
    assert!(rotated.status.success() && printed.contains(&old) && printed.contains(&new) && new != old, "{printed}");
    assert_eq!(signs_with(&site).await, new, "a server that runs signs with it");
    assert_eq!(site.audited("key_rotated").await, 1);
    let verify = |arguments: &[&str]| {
        let output = site.facility(&[&["audit", "verify"], arguments].concat());
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let (ok, printed) = verify(&["--key", &old, "--since", &since]);
    assert!(ok, "{printed}");
    let (ok, printed) = verify(&["--since", &since]);
    assert!(!ok && printed.contains("this key has not signed the note"), "{printed}");
    let (ok, printed) = verify(&[]);
    assert!(ok && printed.contains("are not signed with the given public keys"), "{printed}");
    let (ok, printed) = verify(&["--key", &new, "--key", &old, "--since", &since]);
    assert!(ok && !printed.contains("are not signed"), "{printed}");
    // A key that is replaced directly in the database is reported at the next start.
    site.terminate();
    site.execute("DELETE FROM key_check WHERE id = 'signing_key'".to_owned()).await;
    let is_reported = |site: &Site| site.logged().contains("is not signed with this signing key");
    assert!(!is_reported(&site));
    site.restart().await;
    let waited = async {
        while !is_reported(&site) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), waited).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_sign_with_one_key_also_after_a_rotation() {
    let Some((one, other, _store)) = two("open").await else { return };
    let first = signs_with(&one).await;
    assert_eq!(signs_with(&other).await, first);
    assert!(one.facility(&["admin", "rotate-key", "signing"]).status.success());
    let second = signs_with(&other).await;
    assert!(second != first && signs_with(&one).await == second);
}
