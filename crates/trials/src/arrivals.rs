//! Requests that arrive at independent times, whether or not earlier ones have been answered (an open loop). A client
//! such as wrk, which waits for each response before its next request, sends fewer requests while the server is slow
//! and thereby hides the slowness.
//!
//! The intervals are exponentially distributed, like those between independent callers. A response time is measured
//! from the moment at which the request was due, so it includes the time during which all connections were busy.

use crate::corpus::Numbers;
use crate::failure::Failure;
use crate::line::Connection;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Number of connections. At the measured rates they are never all busy.
const CONNECTIONS: usize = 64;
/// Number of possible interval lengths.
const STEPS: u64 = 1 << 20;

/// Response times in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Arrivals {
    /// Median time from the moment at which a request was due to the end of its response.
    pub p50: f64,
    /// 99th percentile.
    pub p99: f64,
    /// 99.9th percentile.
    pub p999: f64,
}

/// Requests `paths` from `address` in turn, `rate` times a second for `seconds`. Runs in a separate process on the
/// second core.
pub fn measure(address: &str, rate: f64, seconds: u64, paths: &[String]) -> Result<Arrivals, Failure> {
    let own = std::env::current_exe()?;
    let output = Command::new("taskset")
        .args(["-c", "1"])
        .arg(own)
        .args(["arrive", address, &rate.to_string(), &seconds.to_string()])
        .args(paths)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<f64> = told.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    match numbers.as_slice() {
        &[p50, p99, p999] => Ok(Arrivals { p50, p99, p999 }),
        _ => Err(format!("expected three numbers: {told}").into()),
    }
}

/// The process started by [`measure`]: prints p50, p99 and p99.9 in milliseconds.
pub fn arrive(address: &str, rate: &str, seconds: &str, paths: &[&str]) -> Result<(), Failure> {
    let due = schedule(rate.parse()?, Duration::from_secs(seconds.parse()?));
    let began = Instant::now() + Duration::from_millis(100);
    let (next, times) = (Mutex::new(0), Mutex::new(Vec::with_capacity(due.len())));
    let asking = || -> Result<(), Failure> {
        let mut line = Connection::open(address)?;
        loop {
            let place = {
                let mut next = next.lock().map_err(|_poisoned| "a connection failed")?;
                *next += 1;
                *next - 1
            };
            let (Some(due), Some(path)) = (due.get(place), paths.get(place % paths.len().max(1))) else {
                return Ok(());
            };
            let at = began + *due;
            std::thread::sleep(at.saturating_duration_since(Instant::now()));
            line.get(path)?;
            let took = at.elapsed().as_secs_f64() * 1000.0;
            times.lock().map_err(|_poisoned| "a connection failed")?.push(took);
        }
    };
    std::thread::scope(|scope| {
        let connections: Vec<_> = (0..CONNECTIONS).map(|_| scope.spawn(asking)).collect();
        connections
            .into_iter()
            .try_for_each(|connection| connection.join().unwrap_or_else(|_panic| Err("a connection panicked".into())))
    })?;
    let mut times = times.into_inner().map_err(|_poisoned| "a connection failed")?;
    times.sort_by(f64::total_cmp);
    let at = |thousandths: usize| times.get(times.len() * thousandths / 1000).copied().unwrap_or(f64::NAN);
    println!("{} {} {}", at(500), at(990), at(999));
    Ok(())
}

/// Returns when each request is due, relative to the start.
fn schedule(rate: f64, length: Duration) -> Vec<Duration> {
    let mut numbers = Numbers(11);
    let mut due = Vec::new();
    let mut at = 0.0;
    while at < length.as_secs_f64() {
        due.push(Duration::from_secs_f64(at));
        // Both are below 2^53, so the conversion is exact.
        #[expect(clippy::cast_precision_loss, reason = "small whole numbers")]
        let share = (numbers.below(STEPS) + 1) as f64 / STEPS as f64;
        at -= share.ln() / rate;
    }
    due
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_have_the_requested_rate_and_uneven_intervals() {
        let due = schedule(1000.0, Duration::from_secs(10));
        assert!((9_500..10_500).contains(&due.len()), "{}", due.len());
        let gaps: Vec<f64> =
            due.windows(2).map(|pair| (pair[1].as_secs_f64() - pair[0].as_secs_f64()) * 1000.0).collect();
        let longer_than_mean = gaps.iter().filter(|gap| **gap > 1.0).count() * 100 / gaps.len();
        // The share of exponential intervals longer than the mean is 1/e, about 37 %.
        assert!((34..=40).contains(&longer_than_mean), "{longer_than_mean}");
    }
}
