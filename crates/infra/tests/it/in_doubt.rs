//! A COMMIT whose answer is lost: PostgreSQL behind a proxy that breaks the connection at that moment.

use crate::harness::{Fixture, batch, count};
use crate::logs::{access, once};
use facility_infra::db::Database;
use facility_infra::db::conn::Target;
use facility_kernel::StoreError;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// COMMIT as a simple query, without the message type and length that precede it, with the terminating zero byte.
const COMMIT: &[u8] = b"COMMIT\0";

/// What the proxy does with the next COMMIT.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Trap {
    None,
    /// PostgreSQL receives it and commits; the proxy discards the answer and closes the connection.
    Answer,
    /// PostgreSQL never receives it.
    Request,
}

struct Proxy {
    trap: Arc<AtomicU8>,
    target: Target,
}

impl Proxy {
    /// Starts the proxy in front of the fixture's server. It runs until the test process exits.
    fn before(f: &Fixture) -> Self {
        let Target::Postgres(url) = f.database.target() else { panic!("SQLite has no connection to break") };
        let (scheme, rest) = url.split_once("//").unwrap();
        let (address, rest) = rest.split_once('/').unwrap();
        let (user, server) = address.split_once('@').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let trap = Arc::new(AtomicU8::new(Trap::None as u8));
        let (server, shared) = (server.to_owned(), Arc::clone(&trap));
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), TcpStream::connect(&server).unwrap());
                let (from_server, to_client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
                let sprung = Arc::new(AtomicU8::new(Trap::None as u8));
                let (shared, told) = (Arc::clone(&shared), Arc::clone(&sprung));
                std::thread::spawn(move || requests(client, server, &shared, &told));
                std::thread::spawn(move || answers(from_server, to_client, &sprung));
            }
        });
        let target = format!("{scheme}//{user}@127.0.0.1:{port}/{rest}?sslmode=disable");
        Self { trap, target: Target::parse(&target).unwrap() }
    }

    fn arm(&self, trap: Trap) {
        self.trap.store(trap as u8, Ordering::SeqCst);
    }

    fn is_armed(&self) -> bool {
        self.trap.load(Ordering::SeqCst) != Trap::None as u8
    }
}

fn requests(mut client: TcpStream, mut server: TcpStream, trap: &AtomicU8, sprung: &AtomicU8) {
    let mut buffer = [0; 8192];
    while let Ok(read @ 1..) = client.read(&mut buffer) {
        if buffer[..read].windows(COMMIT.len()).any(|window| window == COMMIT) {
            let set = trap.swap(Trap::None as u8, Ordering::SeqCst);
            sprung.store(set, Ordering::SeqCst);
            if set == Trap::Request as u8 {
                break;
            }
        }
        if server.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    drop(server.shutdown(Shutdown::Both));
    drop(client.shutdown(Shutdown::Both));
}

fn answers(mut server: TcpStream, mut client: TcpStream, sprung: &AtomicU8) {
    let mut buffer = [0; 8192];
    while let Ok(read @ 1..) = server.read(&mut buffer) {
        if sprung.load(Ordering::SeqCst) == Trap::Answer as u8 || client.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    drop(server.shutdown(Shutdown::Both));
    drop(client.shutdown(Shutdown::Both));
}

async fn insert(db: &Database, name: &'static str) -> Result<(), StoreError> {
    db.write(move |conn| batch(conn, &format!("INSERT INTO counters (name, value) VALUES ('{name}', 1)"))).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_whose_answer_is_lost_is_in_doubt() {
    let Some(f) = Fixture::postgres() else { return };
    let proxy = Proxy::before(&f);
    let db = facility_infra::testing::open(&proxy.target).unwrap();
    for (name, trap, saved) in [("answer lost", Trap::Answer, 1), ("request lost", Trap::Request, 0)] {
        proxy.arm(trap);
        let result = insert(&db, name).await;
        assert!(!proxy.is_armed(), "the proxy saw no COMMIT");
        assert!(matches!(result, Err(StoreError::InDoubt(_))), "{name}: {result:?}");
        assert_eq!(f.count(format!("SELECT count(*) AS n FROM counters WHERE name = '{name}'")).await, saved);
    }
    insert(&db, "after").await.unwrap();
    let after = db.read(|conn| count(conn, "SELECT count(*) AS n FROM counters WHERE name = 'after'")).await;
    assert_eq!(after.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_postgresql_refuses_is_not_in_doubt() {
    let Some(f) = Fixture::postgres() else { return };
    f.execute(
        "CREATE TABLE late (n BIGINT CONSTRAINT late_key UNIQUE DEFERRABLE INITIALLY DEFERRED);
         INSERT INTO late VALUES (1)",
    )
    .await
    .unwrap();
    let result = f.execute("INSERT INTO late VALUES (1)").await;
    assert!(matches!(result, Err(StoreError::Internal(_))), "{result:?}");
    assert_eq!(f.count("SELECT count(*) AS n FROM late").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn access_whose_commit_was_in_doubt_is_recorded_once() {
    use facility_audit::access::AccessLog as _;
    let Some(f) = Fixture::postgres() else { return };
    let proxy = Proxy::before(&f);
    let log = facility_infra::storage::audit::access_log::AccessLogStore::start(
        facility_infra::testing::open(&proxy.target).unwrap(),
    );
    proxy.arm(Trap::Answer);
    for n in 1..=3 {
        log.note(once(access(n, n)));
    }
    log.shutdown().await;
    assert!(!proxy.is_armed(), "the proxy saw no COMMIT");
    assert_eq!(f.count("SELECT count(*) AS n FROM document_access_log").await, 3);
    // The entry whose commit was in doubt is written again.
    log.shutdown().await;
    assert_eq!(f.count("SELECT count(*) AS n FROM document_access_log").await, 3);
}
