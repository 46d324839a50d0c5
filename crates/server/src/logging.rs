//! Logging to standard error, as readable lines or JSON.
//!
//! A separate thread writes the lines, so a stalled, full or closed log neither stops nor delays anything else. Lines
//! that cannot be written are dropped and counted.

use crate::config::{Config, LogFormat};
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, IsTerminal as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tracing_subscriber::EnvFilter;

/// The HTTP parser reports every malformed request as an error, so anyone could fill the log. A directive for it in
/// `log_filter` turns these messages on.
const QUIET: &str = "actix_http::h1=off";
/// Number of lines that may wait to be written.
const QUEUE: usize = 8192;
/// Time limit for writing the last lines when the process ends.
const FLUSH_WITHIN: Duration = Duration::from_secs(1);
/// Pause between two attempts to use a full queue.
const RETRY_EVERY: Duration = Duration::from_millis(5);

/// Starts logging, including panics. Dropping the returned value writes the last lines. Errors: the filter is invalid.
pub fn start(config: &Config) -> Result<Flush, Box<dyn std::error::Error>> {
    let filter =
        EnvFilter::try_new(format!("{QUIET},{}", config.log_filter)).map_err(|error| format!("log_filter: {error}"))?;
    let stderr = io::stderr();
    let colors = stderr.is_terminal();
    let queue = Queue::start(stderr)?;
    let flush = Flush(queue.clone());
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(move || queue.clone())
        .with_ansi(colors)
        // The subscriber would print its own errors to standard error, which panics if that is closed.
        .log_internal_errors(false);
    match config.log_format {
        LogFormat::Pretty => lines.compact().init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
    std::panic::set_hook(Box::new(|panic| {
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            tracing::error!(%backtrace, "{panic}");
        } else {
            tracing::error!("{panic}");
        }
    }));
    Ok(flush)
}

enum Piece {
    Line(Vec<u8>),
    /// Answered when all earlier lines are written.
    Flush(SyncSender<()>),
}

/// The lines that wait to be written. Each write is one line and always succeeds.
#[derive(Clone)]
struct Queue {
    pieces: SyncSender<Piece>,
    dropped: Arc<AtomicU64>,
}

impl Queue {
    fn start(to: impl Write + Send + 'static) -> io::Result<Self> {
        let (pieces, waiting) = sync_channel(QUEUE);
        let dropped = Arc::default();
        let queue = Self { pieces, dropped: Arc::clone(&dropped) };
        thread::Builder::new().name("log".to_owned()).spawn(move || write_out(&waiting, &dropped, to))?;
        Ok(queue)
    }

    fn flush(&self) {
        let (done, written) = sync_channel(1);
        let (started, mut piece) = (Instant::now(), Piece::Flush(done));
        while let Err(TrySendError::Full(again)) = self.pieces.try_send(piece) {
            if started.elapsed() > FLUSH_WITHIN {
                return;
            }
            piece = again;
            thread::sleep(RETRY_EVERY);
        }
        // If this takes longer than the time limit, the last lines are lost.
        let _ = written.recv_timeout(FLUSH_WITHIN);
    }
}

impl Write for Queue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.pieces.try_send(Piece::Line(line.to_vec())).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_out(pieces: &Receiver<Piece>, dropped: &AtomicU64, mut to: impl Write) {
    for piece in pieces {
        let line = match piece {
            Piece::Line(line) => line,
            Piece::Flush(done) => {
                // The caller may have stopped waiting.
                let _ = done.try_send(());
                continue;
            }
        };
        if to.write_all(&line).is_err() {
            dropped.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        let lost = dropped.swap(0, Ordering::Relaxed);
        if lost > 0 {
            tracing::warn!(lines = lost, "lines of this log could not be written");
        }
    }
}

/// Writes the last lines of the log when it is dropped.
#[must_use = "dropping it ends the log"]
pub struct Flush(Queue);

impl Drop for Flush {
    fn drop(&mut self) {
        self.0.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Fails while it is full, and counts the refused writes.
    #[derive(Clone, Default)]
    struct Disk(Arc<Mutex<(bool, u64, Vec<u8>)>>);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut disk = self.0.lock().unwrap();
            if disk.0 {
                disk.1 += 1;
                return Err(io::ErrorKind::StorageFull.into());
            }
            disk.2.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_do_not_fit_are_dropped_and_counted_and_later_ones_are_written() {
        let disk = Disk::default();
        let mut queue = Queue::start(disk.clone()).unwrap();
        queue.write_all(b"first\n").unwrap();
        Queue::flush(&queue);
        disk.0.lock().unwrap().0 = true;
        queue.write_all(b"lost\n").unwrap();
        Queue::flush(&queue);
        assert_eq!((disk.0.lock().unwrap().1, queue.dropped.load(Ordering::Relaxed)), (1, 1));
        disk.0.lock().unwrap().0 = false;
        queue.write_all(b"last\n").unwrap();
        Queue::flush(&queue);
        assert_eq!(String::from_utf8_lossy(&disk.0.lock().unwrap().2), "first\nlast\n");
        assert_eq!(queue.dropped.load(Ordering::Relaxed), 0, "they were reported");
    }

    /// Never returns, like a pipe that nobody reads.
    struct Stalled;

    impl Write for Stalled {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            loop {
                thread::park();
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_stalled_log_does_not_block_its_writers() {
        let mut queue = Queue::start(Stalled).unwrap();
        for _ in 0..QUEUE * 2 {
            queue.write_all(b"line\n").unwrap();
        }
        assert!(queue.dropped.load(Ordering::Relaxed) >= QUEUE as u64 - 1);
        // The flush returns after its time limit.
        Queue::flush(&queue);
    }
}
