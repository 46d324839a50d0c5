//! The server's side of a child process.

use facility_files::ports::ByteStream;
use futures_util::StreamExt as _;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Maximum number of children at a time.
const PLACES: usize = 2;
/// Time limit of a child. One that computes reaches its own limit first.
const WITHIN: Duration = Duration::from_secs(30);
/// Time limit of the wait for a place.
const WAIT: Duration = Duration::from_mins(2);
/// Maximum size of an answer.
const MAX_ANSWER: u64 = 64 * 1024 * 1024;
/// The signal of a process that something else ended, such as a system that has too little memory.
const KILLED: i32 = 9;
/// The exit code of a child that could not limit itself, and so has read nothing.
pub const NOT_LIMITED: u8 = 70;

/// Starts child processes.
pub struct Children {
    program: PathBuf,
    places: Arc<Semaphore>,
}

/// Why there is no answer of a child.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The input brought it down: it crashed, took too much memory or too much time, or did not answer. It would again.
    #[error("the process that reads files failed: {0}")]
    Failed(ExitStatus),
    /// The system could not run it, or has too much to do. The same input may succeed later.
    #[error("cannot run the process that reads files: {0}")]
    Unavailable(#[from] io::Error),
}

impl Children {
    /// `program`: this program. Give `/proc/self/exe`, which still works after an upgrade has replaced the file.
    pub fn new(program: PathBuf) -> Self {
        Self { program, places: Arc::new(Semaphore::new(PLACES)) }
    }

    /// Starts the program with these arguments, gives it the input and returns its answer, with the place that the answer
    /// takes in memory. The input is read only once there is a place.
    pub async fn run(
        &self,
        arguments: &[&str],
        input: ByteStream,
    ) -> Result<(Vec<u8>, OwnedSemaphorePermit), RunError> {
        let busy = |_elapsed| io::Error::from(io::ErrorKind::TimedOut);
        let place = timeout(WAIT, Arc::clone(&self.places).acquire_owned()).await.map_err(busy)?;
        // A child that is dropped is killed.
        let answer = timeout(WITHIN, self.run_now(arguments, input)).await.map_err(busy)??;
        Ok((answer, place.map_err(io::Error::other)?))
    }

    async fn run_now(&self, arguments: &[&str], mut input: ByteStream) -> Result<Vec<u8>, RunError> {
        let mut child = Command::new(&self.program)
            .args(arguments)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            while let Some(piece) = input.next().await {
                // An error means that the child has ended. Its status says why.
                if stdin.write_all(&piece?).await.is_err() {
                    break;
                }
            }
        }
        let mut answer = Vec::new();
        if let Some(stdout) = child.stdout.take() {
            stdout.take(MAX_ANSWER).read_to_end(&mut answer).await?;
        }
        let status = child.wait().await?;
        if status.success() {
            Ok(answer)
        } else if status.code() == Some(NOT_LIMITED.into()) || status.signal() == Some(KILLED) {
            Err(io::Error::other(format!("it ended with {status}")).into())
        } else {
            Err(RunError::Failed(status))
        }
    }
}
