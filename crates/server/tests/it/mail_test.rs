//! `facility mail test`: what it sends, and what it says when that fails.

use crate::post_office::{Encryption, PostOffice, Treatment};
use std::process::Command;

/// Sends a test message with these settings. Returns whether it was accepted, and what was printed.
async fn send(settings: &[(&str, &str)], address: &str) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_facility"));
    command.args(["mail", "test", address]).current_dir(folder.path());
    for (name, value) in settings {
        command.env(format!("FACILITY_{name}"), value);
    }
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "it makes no installation");
    let printed = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(printed).unwrap())
}

const FROM: (&str, &str) = ("MAIL_FROM", "Facility Terminal <terminal@facility.example>");
const READER: &str = "reader@facility.example";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn test_message_reaches_the_mail_server() {
    let office = PostOffice::open().await;
    let url = office.url();
    let settings = [("SMTP_URL", url.as_str()), FROM, ("PUBLIC_URL", "https://wiki.example")];
    let (ok, printed) = send(&settings, READER).await;
    assert!(ok && printed.contains(&format!("smtp://{} accepted the message", office.address)), "{printed}");
    let received = office.received_by(READER);
    assert_eq!(received.len(), 1);
    assert!(received[0].text.contains("Subject: [Facility Terminal] Test message"), "{}", received[0].text);
    let id = printed.lines().find(|line| line.starts_with('<')).unwrap();
    assert!(received[0].text.contains(&format!("Message-ID: {id}")), "{printed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failure_is_told_in_plain_words_without_the_password() {
    let office = PostOffice::open().await;
    let url = office.url();
    office.treat(READER, Some(Treatment::Refuses("550 5.1.1 no such mailbox")));
    let upgraded = format!("{url}?tls=required");
    let closed = facility_infra::testing::port::TestPort::claim().unwrap();
    let away = format!("smtp://robot:hunter2@{}", closed.address());
    for (settings, said) in [
        (vec![("SMTP_URL", url.as_str()), FROM], &["refuses mail for reader@facility.example", "no such mailbox"][..]),
        (
            vec![("SMTP_URL", away.as_str()), FROM],
            &["nothing was sent through smtp://127.0.0.1:", "Connection refused; no mail"],
        ),
        (vec![("SMTP_URL", upgraded.as_str()), FROM], &["nothing was sent through smtp://127.0.0.1:", "(STARTTLS)"]),
        (vec![], &["no mail server is configured: set smtp_url and mail_from"]),
    ] {
        let (ok, printed) = send(&settings, READER).await;
        assert!(!ok && said.iter().all(|part| printed.contains(part)), "{said:?}: {printed}");
        assert!(!printed.contains("hunter2") && !printed.contains("os error"), "{printed}");
    }
    assert!(office.received_by(READER).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn address_that_is_none_reaches_no_server() {
    let office = PostOffice::open_with(Encryption::None).await;
    let url = office.url();
    let (ok, printed) = send(&[("SMTP_URL", url.as_str()), FROM], "nobody").await;
    assert!(!ok && printed.contains("nobody: must be an email address"), "{printed}");
    assert!(office.all_commands().is_empty());
}
