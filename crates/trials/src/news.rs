//! The delay of live updates, and the memory of idle WebSocket connections.

use crate::failure::Failure;
use crate::fill;
use crate::line::Connection;
use crate::server::Server;
use facility_infra::testing::TestDatabase;
use std::time::{Duration, Instant};

/// Number of measured changes, after a few unmeasured ones.
const CHANGES: u32 = 200;
const WARM_UP: u32 = 20;
/// Number of changes per author. Each leaves a pending submission, and an author may have at most 200.
const CHANGES_PER_AUTHOR: u32 = 50;
/// After a message, a connection collects further events for 200 ms. A change must come later than that to be sent
/// immediately.
const CHANGE_INTERVAL: Duration = Duration::from_millis(230);
/// Number of idle connections.
const IDLE_CONNECTIONS: u32 = 1000;
/// Time limit for the server to become idle.
const IDLE_TIMEOUT: Duration = Duration::from_secs(2);

/// The results.
pub struct LiveUpdateFigures {
    /// Median time from the response to a change until its arrival on another connection, in milliseconds.
    pub p50: f64,
    /// 99th percentile.
    pub p99: f64,
    /// Memory of the server per idle connection, in KiB.
    pub socket: f64,
}

/// Measures on a separate server. The reader must be in the database.
pub fn measure(facility: &str, database: &TestDatabase) -> Result<LiveUpdateFigures, Failure> {
    let server = Server::facility(facility, database)?;
    let mut screen = Connection::socket(&server.address())?;
    let mut times = Vec::new();
    for first in (0..WARM_UP + CHANGES).step_by(CHANGES_PER_AUTHOR as usize) {
        // Starts with the last author, because the previous load used the first ones.
        let author = fill::AUTHORS - 1 - first / CHANGES_PER_AUTHOR;
        let mut author = Connection::of_author(&server.address(), author)?;
        for change in first..(first + CHANGES_PER_AUTHOR).min(WARM_UP + CHANGES) {
            std::thread::sleep(CHANGE_INTERVAL);
            author.submit()?;
            let answered = Instant::now();
            screen.wait_for_message()?;
            if change >= WARM_UP {
                times.push(answered.elapsed().as_secs_f64() * 1000.0);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |place: usize| times.get(place).copied().ok_or("no change was measured");
    let (p50, p99) = (at(times.len() / 2)?, at(times.len() * 99 / 100)?);
    let before = server.memory()?;
    let waiting = (0..IDLE_CONNECTIONS)
        .map(|_| Connection::socket(&server.address()))
        .collect::<Result<Vec<Connection>, Failure>>()?;
    std::thread::sleep(IDLE_TIMEOUT);
    let socket = (server.memory()? - before) * 1024.0 / f64::from(IDLE_CONNECTIONS);
    drop(waiting);
    println!("news on another screen              p50 {p50:>8.2} ms  p99 {p99:>8.2} ms  {socket:.1} KiB a socket");
    Ok(LiveUpdateFigures { p50, p99, socket })
}
