//! An S3 server that checks signatures, inside the test's own process and on loopback only.

use super::Failure;
use crate::testing::port::TestPort;
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
/// Time limit for the port of a stopped server to become free.
const BIND_WITHIN: Duration = Duration::from_secs(5);

/// A server with one empty bucket, `lore`. It can be stopped, restarted at the same address, and made to accept
/// requests without answering.
pub struct TestS3 {
    folder: TempDir,
    address: SocketAddr,
    _port: TestPort,
    stalled: watch::Sender<bool>,
    /// A runtime of its own, so that stopping it closes every connection, like a crash.
    running: Option<Runtime>,
}

impl TestS3 {
    /// Starts a server on a free port.
    pub fn start() -> Result<Self, Failure> {
        crate::install_tls();
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join(BUCKET))?;
        let port = TestPort::claim()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.number()));
        let listener = TcpListener::bind(address)?;
        let mut server = Self { folder, address, _port: port, stalled: watch::Sender::new(false), running: None };
        server.serve(listener)?;
        Ok(server)
    }

    /// Returns the URL of an object store in the bucket, under this prefix.
    pub fn url(&self, prefix: &str) -> String {
        format!("s3://{BUCKET}/{prefix}")
    }

    /// Returns the variables with the server's address and credentials.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY.to_owned()),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY.to_owned()),
        ]
    }

    /// Returns the files of the objects under this prefix, without the server's own files.
    pub fn files(&self, prefix: &str) -> Vec<PathBuf> {
        let folder = self.folder.path().join(BUCKET).join(prefix).join("uploads");
        // Without an object the folder does not exist.
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect()
    }

    /// Makes every object under this prefix look as if it was written `by` ago.
    pub fn age(&self, prefix: &str, by: Duration) -> Result<(), Failure> {
        #[expect(clippy::disallowed_methods, reason = "a file system's timestamps use the system clock")]
        let then = SystemTime::now() - by;
        for path in self.files(prefix) {
            std::fs::File::options().write(true).open(path)?.set_modified(then)?;
        }
        Ok(())
    }

    /// Deletes the bucket permanently.
    pub fn remove_bucket(&self) -> Result<(), Failure> {
        Ok(std::fs::remove_dir_all(self.folder.path().join(BUCKET))?)
    }

    /// While `stalled`, requests are accepted but not answered.
    pub fn stall(&self, stalled: bool) {
        self.stalled.send_replace(stalled);
    }

    /// Stops the server and closes its connections. The stored objects remain.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.running.take() {
            runtime.shutdown_background();
        }
    }

    /// Restarts the server at the same address.
    pub fn restart(&mut self) -> Result<(), Failure> {
        self.stop();
        let started = Instant::now();
        loop {
            match TcpListener::bind(self.address) {
                Ok(listener) => return self.serve(listener),
                // Threads that stop asynchronously close the old listener.
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
            // An interrupted connection is the client's error.
            drop(Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(socket), service).await);
        });
    }
}

/// Checks the access key, and answers only while the server is not stalled.
struct Gate {
    keys: SimpleAuth,
    stalled: watch::Receiver<bool>,
}

#[async_trait::async_trait]
impl S3Auth for Gate {
    async fn get_secret_key(&self, access_key: &str) -> S3Result<SecretKey> {
        // An error means that the server has stopped, so no request is waiting.
        drop(self.stalled.clone().wait_for(|stalled| !stalled).await);
        self.keys.get_secret_key(access_key).await
    }
}
