//! The server's side of a child process.

use facility_files::ports::ByteStream;
use facility_kernel::UserId;
use futures_util::StreamExt as _;
use std::collections::HashMap;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
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

/// Starts child processes. Those who wait get the next place in the order of arrival, but no account has two at a time:
/// however many files one sends, another waits for one of each account at most.
pub struct Children {
    program: PathBuf,
    places: Arc<Semaphore>,
    /// The turns of accounts that have or wait for a place. Each account has one.
    turns: Mutex<HashMap<UserId, Arc<Semaphore>>>,
}

/// A place, and the turn of the account that has it. Dropping it passes both on.
pub type Place = (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>);

/// Why there is no answer of a child.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The input brought it down: it crashed, took too much memory or too much time, or did not answer. It would again.
    #[error("the process that reads files failed: {0}")]
    Failed(ExitStatus),
    /// No place was free for two minutes.
    #[error("too many files wait for a process that reads them")]
    Busy,
    /// The system could not run it, or has too much to do. The same input may succeed later.
    #[error("cannot run the process that reads files: {0}")]
    Unavailable(#[from] io::Error),
}

impl Children {
    /// `program`: this program. Give `/proc/self/exe`, which still works after an upgrade has replaced the file.
    pub fn new(program: PathBuf) -> Self {
        Self { program, places: Arc::new(Semaphore::new(PLACES)), turns: Mutex::default() }
    }

    /// Waits for the turn of this account, if any, and then for a place.
    async fn place(&self, account: Option<UserId>) -> Result<Place, AcquireError> {
        let turn = match account.map(|account| self.turn(account)) {
            Some(turn) => Some(turn.acquire_owned().await?),
            None => None,
        };
        Ok((Arc::clone(&self.places).acquire_owned().await?, turn))
    }

    fn turn(&self, account: UserId) -> Arc<Semaphore> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_account, turn| Arc::strong_count(turn) > 1);
        Arc::clone(turns.entry(account).or_insert_with(|| Arc::new(Semaphore::new(1))))
    }

    /// Starts the program with these arguments, gives it the input and returns its answer, with the place that the answer
    /// takes in memory. The input is read only once there is a place. `account`: the one that sent the input.
    pub async fn run(
        &self,
        arguments: &[&str],
        account: Option<UserId>,
        input: ByteStream,
    ) -> Result<(Vec<u8>, Place), RunError> {
        let place = timeout(WAIT, self.place(account)).await.map_err(|_elapsed| RunError::Busy)?;
        let place = place.map_err(io::Error::other)?;
        // A child that is dropped is killed.
        let slow = |_elapsed| io::Error::from(io::ErrorKind::TimedOut);
        let answer = timeout(WITHIN, self.run_now(arguments, input)).await.map_err(slow)??;
        Ok((answer, place))
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

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;
    use futures_util::FutureExt as _;

    #[tokio::test]
    async fn an_account_with_many_files_leaves_places_to_others() {
        let children = Children::new("/nowhere".into());
        let wait = |n| Box::pin(children.place(Some(UserId::Account(numbered(n)))));
        let first = wait(1).now_or_never().unwrap().unwrap();
        let (mut second, mut third) = (wait(1), wait(1));
        assert!(second.as_mut().now_or_never().is_none() && third.as_mut().now_or_never().is_none());
        let other = wait(2).now_or_never().unwrap().unwrap();
        let mut newcomer = wait(3);
        assert!(newcomer.as_mut().now_or_never().is_none(), "both places are taken");
        drop(first);
        // The newcomer waited for a place first, while the first account waited for its turn.
        assert!(second.as_mut().now_or_never().is_none());
        let newest = newcomer.now_or_never().unwrap().unwrap();
        drop(other);
        assert!(third.as_mut().now_or_never().is_none());
        let second = second.now_or_never().unwrap().unwrap();
        drop((second, newest));
        assert!(third.now_or_never().is_some());
    }

    #[tokio::test]
    async fn turns_of_accounts_that_wait_for_nothing_are_forgotten() {
        let children = Children::new("/nowhere".into());
        for n in 1..=3 {
            drop(children.place(Some(UserId::Account(numbered(n)))).await.unwrap());
        }
        assert_eq!(children.turns.lock().unwrap().len(), 1);
    }
}
