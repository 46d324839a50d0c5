//! Measurements for tests that print figures.

use std::time::Duration;

/// Prints a figure on its own line, with the prefix that scripts search for.
pub fn figure(line: &str) {
    println!("\nfigure: {line}");
}

/// Returns the value at this quantile of sorted values, such as 0.99. Panics on an empty list.
pub fn at_share(sorted: &[Duration], share: f64) -> Duration {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "thousands of samples at most"
    )]
    let place = (sorted.len() as f64 * share) as usize;
    sorted[place.min(sorted.len() - 1)]
}

/// Returns the resident memory of a process, in KiB.
pub fn resident_kib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("VmRSS in /proc/PID/status");
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
