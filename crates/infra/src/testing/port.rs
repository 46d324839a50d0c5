//! Ports for the servers that tests start.

use super::Failure;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::net::TcpListener;
use std::ops::Range;

/// Below the ports that Linux gives to outgoing connections (from 32768). Such a connection could take the port before
/// the server listens, or while it restarts.
const PORTS: Range<u16> = 12_000..32_000;

/// Number of ports that are tried.
const TRIES: u16 = 1000;

/// A port on loopback that no other test uses while this value lives, even if nothing listens on it.
pub struct TestPort {
    number: u16,
    /// Its lock marks the port as taken for tests in other processes.
    _claim: File,
}

impl TestPort {
    /// Claims a port that nothing listens on. Errors: there is none, or the folder for temporary files is not writable.
    pub fn claim() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join("facility-test-ports");
        fs::create_dir_all(&folder)?;
        let first = RandomState::new().hash_one(std::process::id());
        let count = PORTS.end - PORTS.start;
        let first = u16::try_from(first % u64::from(count))?;
        for step in 0..TRIES {
            let number = PORTS.start + (first + step) % count;
            let path = folder.join(number.to_string());
            let claim = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
            if claim.try_lock().is_ok() && TcpListener::bind(("127.0.0.1", number)).is_ok() {
                return Ok(Self { number, _claim: claim });
            }
        }
        Err(format!("none of {TRIES} ports is free").into())
    }

    /// The number of the port.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// The address of a listener on it.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claimed_ports_are_free_and_different() {
        let claimed: Vec<_> = (0..50).map(|_| TestPort::claim().unwrap()).collect();
        let mut numbers: Vec<_> = claimed.iter().map(TestPort::number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 50);
        assert!(numbers.iter().all(|number| PORTS.contains(number)));
        TcpListener::bind(claimed[0].address()).unwrap();
    }
}
