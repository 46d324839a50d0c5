//! Mail of a node that is killed while it sends messages.

use crate::harness::{Site, on_each_database};
use crate::mail::{of, reader, reject, settings, until};
use crate::post_office::{PostOffice, Received, Treatment};
use facility_infra::testing::TestDatabase;
use std::time::Duration;

on_each_database!(what_a_killed_node_was_sending_arrives_at_least_once,);

/// The recipients. When the node is killed, the mail server has accepted the message to the first one.
const NAMES: [&str; 4] = ["taken", "stalled", "refused", "waiting"];

fn id_of(mail: &Received) -> String {
    mail.text.lines().find(|line| line.starts_with("Message-ID: ")).unwrap().to_owned()
}

async fn what_a_killed_node_was_sending_arrives_at_least_once(database: TestDatabase) {
    let office = PostOffice::open().await;
    let mut site = Site::start_node(database.into(), 1, settings(&office)).await;
    let admin = site.administrator().await;
    let mut authors = Vec::new();
    for name in NAMES {
        authors.push(reader(&site, &admin, name, 1).await);
    }
    office.treat(&of("taken"), Some(Treatment::Keeps));
    office.treat(&of("stalled"), Some(Treatment::Stalls));
    office.treat(&of("refused"), Some(Treatment::Refuses("451 later")));
    reject(&admin, &authors[2], "Refused").await;
    until("one is refused", async || !office.commands("RCPT TO:<refused@").is_empty()).await;
    reject(&admin, &authors[1], "Stalled").await;
    until("one is being sent", async || !office.commands("RCPT TO:<stalled@").is_empty()).await;
    reject(&admin, &authors[0], "Taken").await;
    until("one is taken", async || office.received_by(&of("taken")).len() == 1).await;
    reject(&admin, &authors[3], "Waiting").await;
    drop(authors);
    site.kill();
    let first = office.received_by(&of("taken")).remove(0);

    for name in NAMES {
        office.treat(&of(name), None);
    }
    site.restart().await;
    site.set_clock(Duration::from_mins(3));
    for name in ["stalled", "refused", "waiting"] {
        until(name, async || !office.received_by(&of(name)).is_empty()).await;
    }
    until("the copy arrives", async || office.received_by(&of("taken")).len() == 2).await;
    let sent = "SELECT count(*) AS n FROM mail WHERE sent_at IS NOT NULL";
    until("all are settled", async || site.count(sent).await == 4).await;
    let copy = office.received_by(&of("taken")).remove(1);
    assert_eq!((id_of(&copy), &copy.text), (id_of(&first), &first.text), "receivers recognize the copy");
    for name in ["stalled", "refused", "waiting"] {
        assert_eq!(office.received_by(&of(name)).len(), 1, "{name}");
    }
}
