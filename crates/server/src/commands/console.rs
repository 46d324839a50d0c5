//! Progress on the console: a bar on a terminal, otherwise a line for each second.

use facility_infra::transfer::progress::Step;
use std::io::{IsTerminal as _, Stderr, Write};
use std::time::{Duration, Instant};

/// Number of characters of the bar.
const WIDTH: u64 = 30;

/// Shows the progress of a command.
pub struct Console<W: Write = Stderr> {
    to: W,
    is_terminal: bool,
    shown_at: Option<Instant>,
    step: Option<Step>,
}

impl Console {
    /// Creates a console on the standard error of this process.
    pub fn new() -> Self {
        let to = std::io::stderr();
        let is_terminal = to.is_terminal();
        Self { to, is_terminal, shown_at: None, step: None }
    }

    /// As [`Self::new`], for a command whose output is a report: `None` without a terminal.
    pub fn of_terminal() -> Option<Self> {
        Some(Self::new()).filter(|console| console.is_terminal)
    }
}

impl<W: Write> Console<W> {
    /// Shows the progress of a step, at most ten times a second on a terminal and once a second elsewhere. The start
    /// and the end of a step are always shown.
    pub fn show(&mut self, step: Step, done: u64, total: u64) {
        let pause = Duration::from_millis(if self.is_terminal { 100 } else { 1000 });
        let is_due = self.shown_at.is_none_or(|shown| shown.elapsed() >= pause);
        if !is_due && self.step == Some(step) && done != total {
            return;
        }
        if self.step.is_some_and(|before| before != step) {
            self.end();
        }
        (self.shown_at, self.step) = (Some(Instant::now()), Some(step));
        let line = line(step, done, total, self.is_terminal);
        if self.is_terminal {
            self.write(&format!("\r{line}\u{1b}[K"));
        } else {
            self.write(&format!("{line}\n"));
        }
    }

    /// Ends the bar's line.
    pub fn end(&mut self) {
        if self.is_terminal && self.step.is_some() {
            self.write("\n");
        }
    }

    fn write(&mut self, text: &str) {
        // Ignore errors, because progress is not essential.
        drop(self.to.write_all(text.as_bytes()).and_then(|()| self.to.flush()));
    }
}

fn line(step: Step, done: u64, total: u64, with_bar: bool) -> String {
    let (name, unit) = match step {
        Step::Records => ("Records", ""),
        Step::Files | Step::Source => ("Files", ""),
        Step::Pages => ("Pages", ""),
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

    /// Shows two steps, whose starts and ends are always shown, and returns what was written.
    fn shown(is_terminal: bool) -> String {
        let mut console = Console { to: Vec::new(), is_terminal, shown_at: None, step: None };
        for done in 0..=100 {
            console.show(Step::Records, done, 100);
        }
        console.show(Step::Files, 0, 1);
        console.end();
        String::from_utf8(console.to).unwrap()
    }

    #[test]
    fn a_terminal_gets_one_bar_for_each_step() {
        let text = shown(true);
        let bars: Vec<&str> = text.split_terminator('\n').collect();
        assert_eq!(bars.len(), 2, "{text}");
        assert!(bars[0].starts_with("\rRecords      [.") && bars[0].ends_with("] 100% (100 of 100)\u{1b}[K"), "{text}");
        assert!(bars[1].starts_with("\rFiles ") && bars[1].ends_with("  0% (0 of 1)\u{1b}[K"), "{text}");
        // At most ten times a second, so far fewer than one for each record.
        assert!(bars[0].matches('\r').count() < 100, "{text}");
    }

    #[test]
    fn without_a_terminal_progress_is_printed_as_lines_without_control_characters() {
        let text = shown(false);
        assert!(text.starts_with("Records: 0% (0 of 100)\n"), "{text}");
        assert!(text.ends_with("Records: 100% (100 of 100)\nFiles: 0% (0 of 1)\n"), "{text}");
        assert!(!text.contains(['\r', '\u{1b}', '[']), "{text}");
    }

    #[test]
    fn a_line_shows_the_completed_part() {
        assert_eq!(line(Step::Records, 5, 20, false), "Records: 25% (5 of 20)");
        assert_eq!(line(Step::Checking, 2048, 4096, false), "Checking: 50% (2 of 4 KiB)");
        assert_eq!(line(Step::Files, 0, 0, false), "Files: 100% (0 of 0)");
        let bar = line(Step::Records, 1, 2, true);
        assert_eq!(bar, format!("Records      [{}{}]  50% (1 of 2)", "#".repeat(15), ".".repeat(15)));
    }
}
