//! An S3 server that checks signatures, inside the test's own process and on loopback alone.

use super::Failure;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::S3Result;
use s3s::auth::{S3Auth, SecretKey, SimpleAuth};
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::watch;

const BUCKET: &str = "lore";
const ACCESS_KEY: &str = "AKIATEST";
const SECRET_KEY: &str = "brass-lantern-secret";
/// How long a port that a stopped server held may stay taken.
const BIND_WITHIN: Duration = Duration::from_secs(5);

/// A server with one empty bucket, `lore`. It can be stopped, started again at the same address, and made to take
/// requests without answering them.
pub struct TestS3 {
    folder: TempDir,
    address: SocketAddr,
    stalled: watch::Sender<bool>,
    /// In a runtime of its own, so that stopping it closes every connection, as a crash does.
    running: Option<Runtime>,
}

impl TestS3 {
    /// Starts a server on a free port.
    pub fn start() -> Result<Self, Failure> {
        crate::install_tls();
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join(BUCKET))?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let mut server = Self { folder, address, stalled: watch::Sender::new(false), running: None };
        server.serve(listener)?;
        Ok(server)
    }

    /// The URL of an object store in the bucket, under this prefix.
    pub fn url(&self, prefix: &str) -> String {
        format!("s3://{BUCKET}/{prefix}")
    }

    /// The variables that lead to the server.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY.to_owned()),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY.to_owned()),
        ]
    }

    /// The files that hold the objects under this prefix, without the server's own.
    pub fn files(&self, prefix: &str) -> Vec<PathBuf> {
        let folder = self.folder.path().join(BUCKET).join(prefix).join("uploads");
        // Without an object there is no folder either.
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect()
    }

    /// Makes every object under this prefix look as if it had been written this long ago.
    pub fn age(&self, prefix: &str, by: Duration) -> Result<(), Failure> {
        #[expect(
            clippy::disallowed_methods,
            reason = "what a file system says of its files is by the system's clock"
        )]
        let then = SystemTime::now() - by;
        for path in self.files(prefix) {
            std::fs::File::options().write(true).open(path)?.set_modified(then)?;
        }
        Ok(())
    }

    /// Takes the bucket away for good.
    pub fn remove_bucket(&self) -> Result<(), Failure> {
        Ok(std::fs::remove_dir_all(self.folder.path().join(BUCKET))?)
    }

    /// From now on requests are taken and, while `stalled`, not answered.
    pub fn stall(&self, stalled: bool) {
        self.stalled.send_replace(stalled);
    }

    /// Ends the server and its connections. What it stored stays.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.running.take() {
            runtime.shutdown_background();
        }
    }

    /// Starts it again where it was.
    pub fn restart(&mut self) -> Result<(), Failure> {
        self.stop();
        let started = Instant::now();
        loop {
            match TcpListener::bind(self.address) {
                Ok(listener) => return self.serve(listener),
                // The old listener is closed by threads that are told and not waited for.
                Err(_) if started.elapsed() < BIND_WITHIN => std::thread::sleep(Duration::from_millis(20)),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn serve(&mut self, listener: TcpListener) -> Result<(), Failure> {
        let files = FileSystem::new(self.folder.path()).map_err(|error| format!("{error:?}"))?;
        let mut service = S3ServiceBuilder::new(files);
        service.set_auth(Gate {
            keys: SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY),
            stalled: self.stalled.subscribe(),
        });
        let service = service.build();
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        runtime.spawn(accept(listener, service));
        self.running = Some(runtime);
        Ok(())
    }
}

impl Drop for TestS3 {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn accept(listener: TcpListener, service: S3Service) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    loop {
        let (socket, _peer) = listener.accept().await?;
        let service = service.clone();
        tokio::spawn(async move {
            // A connection that breaks off is the client's to complain of.
            drop(Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(socket), service).await);
        });
    }
}

/// Knows the one key, and says so only while the server is not stalled.
struct Gate {
    keys: SimpleAuth,
    stalled: watch::Receiver<bool>,
}

#[async_trait::async_trait]
impl S3Auth for Gate {
    async fn get_secret_key(&self, access_key: &str) -> S3Result<SecretKey> {
        // An error says that the server is gone, and then nobody waits for this.
        drop(self.stalled.clone().wait_for(|stalled| !stalled).await);
        self.keys.get_secret_key(access_key).await
    }
}
