//! The object store: a local folder or an S3 bucket.

use async_trait::async_trait;
use facility_files::ports::{BlobEntry, BlobError, Blobs, ByteStream, StoredBlob};
use facility_kernel::Timestamp;
use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::buffered::BufWriter;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{
    ClientOptions, Error as ObjectError, GetOptions, GetRange, ObjectStore, ObjectStoreExt, RetryConfig,
};
use std::collections::BTreeMap;
use std::ops::Range;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;

/// Bytes of one body that are buffered before each write to a local file.
const LOCAL_PIECE: usize = 256 * 1024;
/// Bytes of one body that are buffered before each write to a bucket: the minimum size of a part in S3.
const REMOTE_PIECE: usize = 5 * 1024 * 1024;
/// Maximum number of concurrent uploads to a local folder. Together with the buffer size this bounds the memory that
/// uploads use. A slow upload keeps its slot, so the limit has to exceed what a few slow senders occupy.
const LOCAL_SLOTS: usize = 256;
/// Maximum number of concurrent uploads to a bucket.
const REMOTE_SLOTS: usize = 24;

/// Time limit of a call that transfers at most a few hundred bytes, and of the wait for an upload slot.
const CALL_WITHIN: Duration = Duration::from_secs(10);
/// Time limit for storing one piece of a body.
const PIECE_WITHIN: Duration = Duration::from_secs(20);
/// Key prefix of uploads, in a folder and in a bucket.
const UPLOADS: &str = "uploads";

/// Why an object store could not be opened. The message is meant for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL has neither of the two forms.
    #[error("an object store URL must be file:PATH or s3://BUCKET/PREFIX")]
    Url,
    /// The folder cannot be created or is not writable.
    #[error("cannot use the folder {path}: {error}")]
    Folder {
        /// The folder.
        path: String,
        /// The reason.
        error: std::io::Error,
    },
    /// The settings of the bucket are inconsistent.
    #[error("invalid object store settings: {0}")]
    Settings(#[from] ObjectError),
}

/// Stores uploaded files.
#[derive(Clone)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The folder, if the store is local.
    folder: Option<Arc<PathBuf>>,
    piece: usize,
    slots: Arc<Semaphore>,
}

impl Objects {
    /// Opens `file:PATH`, a folder that is created with mode 0700 if missing, or `s3://BUCKET/PREFIX`. The bucket's
    /// endpoint, region and credentials come from `settings`, by their usual names (`AWS_ENDPOINT_URL`, `AWS_REGION`,
    /// `AWS_ACCESS_KEY_ID`, …). Blocks. For a bucket, call [`crate::install_tls`] first.
    ///
    /// Errors: the URL is invalid, the folder cannot be used, or the settings are inconsistent.
    pub fn open(url: &str, settings: &BTreeMap<String, String>) -> Result<Self, OpenError> {
        if let Some(path) = url.strip_prefix("file:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() { Err(OpenError::Url) } else { Self::local(path.into()) }
        } else if let Some(location) = url.strip_prefix("s3://") {
            Self::bucket(location, settings)
        } else {
            Err(OpenError::Url)
        }
    }

    async fn remove(&self, key: &str) -> Result<(), BlobError> {
        let path = path(key)?;
        if let Some(folder) = &self.folder {
            // Not through the store, which does not list or delete files that it is still writing.
            let removed = tokio::time::timeout(CALL_WITHIN, tokio::fs::remove_file(folder.join(path.as_ref())));
            return match removed.await.map_err(unavailable)? {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(unavailable(error)),
                _gone => Ok(()),
            };
        }
        let removed = tokio::time::timeout(CALL_WITHIN, self.store.delete(&path)).await;
        match removed.map_err(unavailable)? {
            Ok(()) | Err(ObjectError::NotFound { .. }) => Ok(()),
            Err(error) => Err(unavailable(error)),
        }
    }

    fn local(folder: PathBuf) -> Result<Self, OpenError> {
        // Creates the upload folder here, because the store would create it with broader permissions.
        let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder.join(UPLOADS));
        made.map_err(|error| OpenError::Folder { path: folder.display().to_string(), error })?;
        let store = LocalFileSystem::new_with_prefix(&folder)?.with_fsync(true);
        Ok(Self {
            store: Arc::new(store),
            folder: Some(Arc::new(folder)),
            piece: LOCAL_PIECE,
            slots: Arc::new(Semaphore::new(LOCAL_SLOTS)),
        })
    }

    fn bucket(location: &str, settings: &BTreeMap<String, String>) -> Result<Self, OpenError> {
        let (bucket, prefix) = location.split_once('/').unwrap_or((location, ""));
        if bucket.is_empty() {
            return Err(OpenError::Url);
        }
        // No limit on the whole request: it would cut off slow downloads. The read timeout still ends a stalled one.
        let client = ClientOptions::new()
            .with_connect_timeout(Duration::from_secs(3))
            .with_timeout_disabled()
            .with_read_timeout(Duration::from_secs(15));
        let retry = RetryConfig { max_retries: 2, retry_timeout: Duration::from_secs(5), ..RetryConfig::default() };
        let mut builder = AmazonS3Builder::new().with_client_options(client).with_retry(retry).with_bucket_name(bucket);
        let mut plain = false;
        for (name, value) in settings {
            // The names are those that common tools read. Other variables are ignored.
            if let Ok(key) = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>() {
                plain |= key == AmazonS3ConfigKey::Endpoint && value.starts_with("http://");
                builder = builder.with_config(key, value);
            }
        }
        let store = builder.with_allow_http(plain).build()?;
        let store: Arc<dyn ObjectStore> = match prefix.trim_matches('/') {
            "" => Arc::new(store),
            prefix => Arc::new(PrefixStore::new(store, prefix)),
        };
        Ok(Self { store, folder: None, piece: REMOTE_PIECE, slots: Arc::new(Semaphore::new(REMOTE_SLOTS)) })
    }

    /// Writes a body piece by piece and returns its size. After an error, the caller aborts the partial upload.
    async fn write_body(writer: &mut BufWriter, mut body: ByteStream) -> Result<u64, BlobError> {
        let mut size = 0;
        while let Some(piece) = body.next().await {
            let piece = piece.map_err(BlobError::Interrupted)?;
            size += piece.len() as u64;
            within(PIECE_WITHIN, writer.put(piece)).await?;
        }
        Ok(size)
    }

    /// Restricts a local object to its owner (mode 0600).
    async fn restrict_permissions(&self, key: &str) -> Result<(), BlobError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let path = folder.join(key);
        tokio::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).await.map_err(unavailable)
    }
}

/// Lists at most `limit` files of the folder whose names sort after `after`, complete or partial. Blocks.
fn list_folder(folder: &std::path::Path, after: &str, limit: usize) -> std::io::Result<Vec<BlobEntry>> {
    let mut keys = Vec::new();
    for entry in std::fs::read_dir(folder.join(UPLOADS))? {
        // A name that is not UTF-8 was not written by this program.
        if let Ok(name) = entry?.file_name().into_string() {
            keys.push(format!("{UPLOADS}/{name}"));
        }
    }
    keys.retain(|key| key.as_str() > after);
    keys.sort_unstable();
    keys.truncate(limit);
    let mut entries = Vec::with_capacity(keys.len());
    for key in keys {
        match std::fs::metadata(folder.join(&key)).and_then(|file| file.modified()) {
            Ok(modified) => entries.push(BlobEntry { key, written_at: timestamp(modified) }),
            // The file was deleted after the folder was read.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(entries)
}

fn timestamp(time: SystemTime) -> Timestamp {
    // A time before the epoch counts as the epoch.
    Timestamp::EPOCH.plus(time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
}

/// Returns the store's answer. Errors: the call fails, or exceeds `limit`.
async fn within<T, E>(limit: Duration, call: impl Future<Output = Result<T, E>>) -> Result<T, BlobError>
where
    E: std::error::Error + Send + Sync + 'static,
{
    tokio::time::timeout(limit, call).await.map_err(unavailable)?.map_err(unavailable)
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> BlobError {
    BlobError::Unavailable(Box::new(error))
}

fn read_error(error: ObjectError) -> BlobError {
    match error {
        ObjectError::NotFound { .. } => BlobError::NotFound,
        other => unavailable(other),
    }
}

fn path(key: &str) -> Result<Path, BlobError> {
    Path::parse(key).map_err(unavailable)
}

#[async_trait]
impl Blobs for Objects {
    async fn put(&self, key: &str, body: ByteStream) -> Result<StoredBlob, BlobError> {
        let _slot = within(CALL_WITHIN, self.slots.acquire()).await?;
        let mut writer =
            BufWriter::with_capacity(Arc::clone(&self.store), path(key)?, self.piece).with_max_concurrency(1);
        match Self::write_body(&mut writer, body).await {
            Ok(size) => {
                // The object is durable when this returns: the local store syncs the file and its folder first. If
                // the result is unknown, the object may exist without a reference, and the clean-up deletes it.
                within(PIECE_WITHIN, writer.shutdown()).await?;
                self.restrict_permissions(key).await?;
                Ok(StoredBlob { size })
            }
            Err(error) => {
                if let Err(left) = within(CALL_WITHIN, writer.abort()).await {
                    tracing::warn!(key, error = %left, "an interrupted upload may have left a partial object");
                }
                Err(error)
            }
        }
    }

    async fn get(&self, key: &str, range: Option<Range<u64>>) -> Result<ByteStream, BlobError> {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        let path = path(key)?;
        let found = tokio::time::timeout(CALL_WITHIN, self.store.get_opts(&path, options)).await;
        let found = found.map_err(unavailable)?.map_err(read_error)?;
        Ok(Box::pin(found.into_stream().map_err(std::io::Error::other)))
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        let deleted = self.remove(key).await;
        if let Err(error) = &deleted {
            tracing::warn!(key, %error, "an object remains in the store; a sweep tries to delete it again");
        }
        deleted
    }

    async fn list(&self, after: &str, limit: usize) -> Result<Vec<BlobEntry>, BlobError> {
        if let Some(folder) = &self.folder {
            let (folder, after) = (Arc::clone(folder), after.to_owned());
            let listed = tokio::task::spawn_blocking(move || list_folder(&folder, &after, limit));
            return within(CALL_WITHIN, listed).await?.map_err(unavailable);
        }
        let prefix = path(UPLOADS)?;
        let listed = if after.is_empty() {
            self.store.list(Some(&prefix))
        } else {
            self.store.list_with_offset(Some(&prefix), &path(after)?)
        };
        let listed = listed.take(limit).map_ok(|object| BlobEntry {
            key: object.location.to_string(),
            written_at: Timestamp::from_micros(object.last_modified.timestamp_micros()),
        });
        within(CALL_WITHIN, listed.try_collect()).await
    }

    async fn ping(&self) -> Result<(), BlobError> {
        // Listing a missing folder returns nothing rather than an error, so check that it exists.
        if let Some(folder) = &self.folder {
            return within(CALL_WITHIN, tokio::fs::metadata(folder.join(UPLOADS))).await.map(drop);
        }
        // This prefix is always empty. Listing it detects a missing bucket; reading a missing object would not,
        // because both answers are 404.
        let mut nothing = self.store.list(Some(&path("uploads/ping")?));
        within(CALL_WITHIN, nothing.try_next()).await.map(drop)
    }
}
