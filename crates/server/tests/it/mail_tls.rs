//! Mail over TLS: mail and the password are sent only to a server that proves its name.

use crate::harness::Site;
use crate::mail::{newest, of, reader, reject, settings, until};
use crate::post_office::{Encryption, PostOffice};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

/// Returns a self-signed certificate for `localhost`, and an acceptor of connections with it.
fn certificate() -> (String, TlsAcceptor) {
    facility_infra::install_tls();
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![made.cert.der().clone()], key).unwrap();
    (made.cert.pem(), TlsAcceptor::from(Arc::new(config)))
}

/// Starts a site that sends through this mail server and trusts only this certificate.
async fn start(office: &PostOffice, scheme: &str, end: &str, trusted: &str) -> Site {
    let database = Site::database_on_sqlite();
    let file = database.folder().join("trusted.pem");
    std::fs::write(&file, trusted).unwrap();
    let port = office.address.port();
    let settings = vec![
        ("RATE_LIMITS", "open".to_owned()),
        ("SMTP_URL", format!("{scheme}://robot:hunter2@localhost:{port}{end}")),
        ("MAIL_FROM", "Facility Terminal <terminal@facility.example>".to_owned()),
        ("SSL_CERT_FILE", file.display().to_string()),
    ];
    Site::start_node(Arc::new(database), 1, settings).await
}

async fn reject_one(site: &Site) {
    let admin = site.administrator().await;
    let author = reader(site, &admin, "author", 1).await;
    reject(&admin, &author, "Tide").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_is_encrypted_from_the_first_byte_on() {
    let (trusted, acceptor) = certificate();
    let office = PostOffice::open_with(Encryption::Wrapped(acceptor)).await;
    let site = start(&office, "smtps", "", &trusted).await;
    reject_one(&site).await;
    until("it arrives", async || office.received_by(&of("author")).len() == 1).await;
    assert_eq!(office.commands("AUTH PLAIN").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_is_encrypted_after_starttls() {
    let (trusted, acceptor) = certificate();
    let office = PostOffice::open_with(Encryption::Starttls(acceptor)).await;
    let site = start(&office, "smtp", "?tls=required", &trusted).await;
    reject_one(&site).await;
    until("it arrives", async || office.received_by(&of("author")).len() == 1).await;
    let commands = office.all_commands();
    assert!(commands[0].starts_with("EHLO ") && commands[1] == "STARTTLS", "{commands:?}");
    assert_eq!(office.commands("AUTH PLAIN").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_password_is_not_sent_to_a_server_without_a_trusted_certificate() {
    let (_, acceptor) = certificate();
    let (other, _) = certificate();
    // The second case is a server, or an attacker in between, that does not offer STARTTLS.
    for (encryption, scheme, end) in [
        (Encryption::Wrapped(acceptor.clone()), "smtps", ""),
        (Encryption::None, "smtp", "?tls=required"),
        (Encryption::Starttls(acceptor), "smtp", "?tls=required"),
    ] {
        let office = PostOffice::open_with(encryption).await;
        let site = start(&office, scheme, end, &other).await;
        reject_one(&site).await;
        let admin = site.administrator().await;
        until("it was tried", async || newest(&admin, "author").await["lastError"].is_string()).await;
        let shown = newest(&admin, "author").await;
        assert_eq!((&shown["state"], &shown["sent"]), (&json!("waiting"), &json!(false)), "{shown}");
        assert!(office.received_by(&of("author")).is_empty());
        assert!(office.commands("AUTH").is_empty(), "{:?}", office.all_commands());
        assert!(!site.logged().contains("hunter2"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replies_received_before_the_encryption_are_ignored() {
    let (trusted, acceptor) = certificate();
    let office = PostOffice::open_with(Encryption::Injected(acceptor)).await;
    let site = start(&office, "smtp", "?tls=required", &trusted).await;
    reject_one(&site).await;
    let admin = site.administrator().await;
    until("it was tried", async || newest(&admin, "author").await["lastError"].is_string()).await;
    let shown = newest(&admin, "author").await;
    assert_eq!((&shown["state"], &shown["sent"]), (&json!("waiting"), &json!(false)), "{shown}");
    assert!(office.commands("AUTH").is_empty(), "{:?}", office.all_commands());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endless_line_of_a_server_is_not_read_to_its_end() {
    let office = PostOffice::open_with(Encryption::Endless).await;
    let site = Site::start_node(Arc::new(Site::database_on_sqlite()), 1, settings(&office)).await;
    reject_one(&site).await;
    let admin = site.administrator().await;
    until("it was tried", async || newest(&admin, "author").await["lastError"].is_string()).await;
    let shown = newest(&admin, "author").await;
    assert!(shown["lastError"].as_str().unwrap().contains("sent too much"), "{shown}");
    // The buffers of the kernel hold a part of it.
    assert!(office.endless.load(Ordering::SeqCst) < 16 << 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_that_a_server_repeats_is_not_stored() {
    let office = PostOffice::open().await;
    office.echoes.store(true, Ordering::SeqCst);
    let site = Site::start_node(Arc::new(Site::database_on_sqlite()), 1, settings(&office)).await;
    reject_one(&site).await;
    let admin = site.administrator().await;
    until("it was tried", async || newest(&admin, "author").await["lastError"].is_string()).await;
    let sent = office.commands("AUTH PLAIN").remove(0);
    let shown = newest(&admin, "author").await;
    assert_eq!(shown["lastError"], "the mail server did not accept the user and the password (535)");
    let secret = sent.strip_prefix("AUTH PLAIN ").unwrap();
    let stored = format!("SELECT count(*) AS n FROM mail WHERE last_error LIKE '%{secret}%'");
    assert_eq!(site.count(&stored).await, 0);
    assert!(!site.logged().contains(secret));
}
