//! Progress on the console: a bar on a terminal, otherwise a line for each second.

use infra::transfer::Step;
use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Number of characters of the bar.
const WIDTH: u64 = 30;

/// Shows how far the work has come, on standard error.
pub struct Console {
    is_terminal: bool,
    shown_at: Option<Instant>,
    step: Option<Step>,
}

impl Console {
    /// Creates it for this process's standard error.
    pub fn new() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), shown_at: None, step: None }
    }

    /// Shows the step and its part that is done, at most ten times a second on a terminal and once a second elsewhere. The
    /// start and the end of a step are always shown.
    pub fn show(&mut self, step: Step, done: u64, total: u64) {
        let pause = Duration::from_millis(if self.is_terminal { 100 } else { 1000 });
        let is_due = self.shown_at.is_none_or(|shown| shown.elapsed() >= pause);
        if !is_due && self.step == Some(step) && done != total {
            return;
        }
        if self.is_terminal && self.step.is_some_and(|before| before != step) {
            eprintln!();
        }
        (self.shown_at, self.step) = (Some(Instant::now()), Some(step));
        let line = line(step, done, total, self.is_terminal);
        if self.is_terminal {
            eprint!("\r{line}\u{1b}[K");
            // Progress is not worth an error.
            drop(std::io::stderr().flush());
        } else {
            eprintln!("{line}");
        }
    }

    /// Ends the bar's line.
    pub fn end(&self) {
        if self.is_terminal && self.step.is_some() {
            eprintln!();
        }
    }
}

fn line(step: Step, done: u64, total: u64, with_bar: bool) -> String {
    let (name, unit) = match step {
        Step::Records => ("Records", ""),
        Step::Files | Step::Folder => ("Files", ""),
        Step::Checking => ("Checking", " KiB"),
        Step::Importing => ("Importing", " KiB"),
        Step::Indexing => ("Search index", ""),
    };
    let percent = done.saturating_mul(100).checked_div(total).unwrap_or(100).min(100);
    let amount = if unit.is_empty() {
        format!("{done} of {total}")
    } else {
        format!("{} of {}{unit}", done.div_ceil(1024), total.div_ceil(1024))
    };
    if !with_bar {
        return format!("{name}: {percent}% ({amount})");
    }
    let filled = usize::try_from(percent * WIDTH / 100).unwrap_or(0);
    let empty = usize::try_from(WIDTH).unwrap_or(0).saturating_sub(filled);
    format!("{name:<12} [{}{}] {percent:>3}% ({amount})", "#".repeat(filled), ".".repeat(empty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_has_the_part_that_is_done() {
        assert_eq!(line(Step::Records, 5, 20, false), "Records: 25% (5 of 20)");
        assert_eq!(line(Step::Checking, 2048, 4096, false), "Checking: 50% (2 of 4 KiB)");
        assert_eq!(line(Step::Files, 0, 0, false), "Files: 100% (0 of 0)");
        let bar = line(Step::Records, 1, 2, true);
        assert_eq!(bar, format!("Records      [{}{}]  50% (1 of 2)", "#".repeat(15), ".".repeat(15)));
    }
}
