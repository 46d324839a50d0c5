//! The object store: a local folder, or a bucket that speaks S3.

use async_trait::async_trait;
use futures_util::{StreamExt, TryStreamExt};
use kernel::Timestamp;
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
use submissions::ports::{BlobEntry, BlobError, Blobs, ByteStream, StoredBlob};
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;

/// Bytes of one body that are held before they are written to a local file.
const LOCAL_PIECE: usize = 256 * 1024;
/// The same for a bucket: parts of an upload may not be smaller.
const REMOTE_PIECE: usize = 5 * 1024 * 1024;
/// Bodies that are stored at a time; with the pieces above this bounds the memory that uploads take. A body that
/// arrives slowly keeps its place, so there have to be more places than a few slow senders take.
const LOCAL_PLACES: usize = 256;
/// The same for a bucket.
const REMOTE_PLACES: usize = 24;

/// How long a call may take that moves no more than a few hundred bytes, and the wait for a place.
const CALL_WITHIN: Duration = Duration::from_secs(10);
/// How long the store may take over one piece of a body.
const PIECE_WITHIN: Duration = Duration::from_secs(20);
/// Where uploads are, in a folder as in a bucket.
const UPLOADS: &str = "uploads";

/// Why an object store could not be opened. The text is for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL is of neither kind.
    #[error("an object store URL must be file:PATH or s3://BUCKET/PREFIX")]
    Url,
    /// The folder cannot be made or is not ours.
    #[error("cannot use the object store's folder: {0}")]
    Folder(#[from] std::io::Error),
    /// The settings of the bucket do not fit together.
    #[error("invalid object store settings: {0}")]
    Settings(#[from] ObjectError),
}

/// Where files are kept.
#[derive(Clone)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The folder, where it is a local one.
    folder: Option<Arc<PathBuf>>,
    piece: usize,
    places: Arc<Semaphore>,
}

impl Objects {
    /// Opens `file:PATH`, a folder that is made with mode 0700 where it is missing, or `s3://BUCKET/PREFIX`. The
    /// bucket's endpoint, region and credentials come from `settings`, by their usual names (`AWS_ENDPOINT_URL`,
    /// `AWS_REGION`, `AWS_ACCESS_KEY_ID`, …). Blocks. For a bucket, [`crate::install_tls`] has to be called first.
    pub fn open(url: &str, settings: &BTreeMap<String, String>) -> Result<Self, OpenError> {
        if let Some(path) = url.strip_prefix("file:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() { Err(OpenError::Url) } else { Self::local(path.into()) }
        } else if let Some(place) = url.strip_prefix("s3://") {
            Self::bucket(place, settings)
        } else {
            Err(OpenError::Url)
        }
    }

    fn local(folder: PathBuf) -> Result<Self, OpenError> {
        // The folder that uploads go to is made beforehand, because the store would make it with a wider mode.
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder.join(UPLOADS))?;
        let store = LocalFileSystem::new_with_prefix(&folder)?.with_fsync(true);
        Ok(Self {
            store: Arc::new(store),
            folder: Some(Arc::new(folder)),
            piece: LOCAL_PIECE,
            places: Arc::new(Semaphore::new(LOCAL_PLACES)),
        })
    }

    fn bucket(place: &str, settings: &BTreeMap<String, String>) -> Result<Self, OpenError> {
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        if bucket.is_empty() {
            return Err(OpenError::Url);
        }
        // No bound on the whole: it would cut off those who download slowly. A store that stalls is left all the same.
        let client = ClientOptions::new()
            .with_connect_timeout(Duration::from_secs(3))
            .with_timeout_disabled()
            .with_read_timeout(Duration::from_secs(15));
        let retry =
            RetryConfig { max_retries: 2, retry_timeout: Duration::from_secs(5), ..RetryConfig::default() };
        let mut builder =
            AmazonS3Builder::new().with_client_options(client).with_retry(retry).with_bucket_name(bucket);
        let mut plain = false;
        for (name, value) in settings {
            // The same names the usual tools read; what is none of them is left alone.
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
        Ok(Self { store, folder: None, piece: REMOTE_PIECE, places: Arc::new(Semaphore::new(REMOTE_PLACES)) })
    }

    /// Writes the pieces of a body; an error leaves what was written to be undone.
    async fn pour(writer: &mut BufWriter, mut body: ByteStream) -> Result<u64, BlobError> {
        let mut size = 0;
        while let Some(piece) = body.next().await {
            let piece = piece.map_err(BlobError::Interrupted)?;
            size += piece.len() as u64;
            within(PIECE_WITHIN, writer.put(piece)).await?;
        }
        Ok(size)
    }

    /// Narrows a local object to its owner.
    async fn narrow(&self, key: &str) -> Result<(), BlobError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let path = folder.join(key);
        tokio::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).await.map_err(unavailable)
    }
}

/// The files of the folder that come after this one by name, finished or not, at most `limit`. Blocks.
fn list_folder(folder: &std::path::Path, after: &str, limit: usize) -> std::io::Result<Vec<BlobEntry>> {
    let mut keys = Vec::new();
    for entry in std::fs::read_dir(folder.join(UPLOADS))? {
        // A name that is no text is none of ours.
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
            // Removed since the folder was read.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(entries)
}

fn timestamp(time: SystemTime) -> Timestamp {
    // What is said to come from before the epoch is as good as from then.
    Timestamp::EPOCH.plus(time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
}

/// What the store answers, or that it does not within this time.
async fn within<T, E>(limit: Duration, call: impl Future<Output = Result<T, E>>) -> Result<T, BlobError>
where
    E: std::error::Error + Send + Sync + 'static,
{
    tokio::time::timeout(limit, call).await.map_err(unavailable)?.map_err(unavailable)
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> BlobError {
    BlobError::Unavailable(Box::new(error))
}

fn away(error: ObjectError) -> BlobError {
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
        let _place = within(CALL_WITHIN, self.places.acquire()).await?;
        let mut writer =
            BufWriter::with_capacity(Arc::clone(&self.store), path(key)?, self.piece).with_max_concurrency(1);
        match Self::pour(&mut writer, body).await {
            Ok(size) => {
                // Durable from here on: the local store syncs the file and its folder before it answers. Where the store
                // does not say whether it is, the bytes may lie there without a use, and are reaped.
                within(PIECE_WITHIN, writer.shutdown()).await?;
                self.narrow(key).await?;
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
        let found = found.map_err(unavailable)?.map_err(away)?;
        Ok(Box::pin(found.into_stream().map_err(std::io::Error::other)))
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        let path = path(key)?;
        if let Some(folder) = &self.folder {
            // Not through the store, which does not know the files it is still writing.
            let removed =
                tokio::time::timeout(CALL_WITHIN, tokio::fs::remove_file(folder.join(path.as_ref())));
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
        // A folder that is gone lists like an empty one.
        if let Some(folder) = &self.folder {
            return within(CALL_WITHIN, tokio::fs::metadata(folder.join(UPLOADS))).await.map(drop);
        }
        // Nothing is ever found here. Asked for an object, a bucket that is gone would say the same as one that is there.
        let mut nothing = self.store.list(Some(&path("uploads/ping")?));
        within(CALL_WITHIN, nothing.try_next()).await.map(drop)
    }
}
