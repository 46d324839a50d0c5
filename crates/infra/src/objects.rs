//! The object store: a local folder, or a bucket that speaks S3.

use async_trait::async_trait;
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
use std::time::Duration;
use submissions::ports::{BlobError, Blobs, ByteStream, StoredBlob};
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

/// Why an object store could not be opened. The text is for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL is of neither kind.
    #[error("an object store URL is file:PATH or s3://BUCKET/PREFIX")]
    Url,
    /// The folder cannot be made or is not ours.
    #[error("the folder of the object store cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    /// The settings of the bucket do not fit together.
    #[error("the object store's settings cannot be used: {0}")]
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
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder.join("uploads"))?;
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
        let client = ClientOptions::new()
            .with_connect_timeout(Duration::from_secs(3))
            .with_timeout(Duration::from_secs(30));
        let retry =
            RetryConfig { max_retries: 3, retry_timeout: Duration::from_secs(10), ..RetryConfig::default() };
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
            writer.put(piece).await.map_err(away)?;
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
        let _place = self.places.acquire().await.map_err(unavailable)?;
        let mut writer =
            BufWriter::with_capacity(Arc::clone(&self.store), path(key)?, self.piece).with_max_concurrency(1);
        match Self::pour(&mut writer, body).await {
            Ok(size) => {
                // Durable from here on: the local store syncs the file and its folder before it answers.
                writer.shutdown().await.map_err(unavailable)?;
                self.narrow(key).await?;
                Ok(StoredBlob { size })
            }
            Err(error) => {
                if let Err(left) = writer.abort().await {
                    tracing::warn!(key, error = %left, "an interrupted upload may have left a part behind");
                }
                Err(error)
            }
        }
    }

    async fn get(&self, key: &str, range: Option<Range<u64>>) -> Result<ByteStream, BlobError> {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        let found = self.store.get_opts(&path(key)?, options).await.map_err(away)?;
        Ok(Box::pin(found.into_stream().map_err(std::io::Error::other)))
    }

    async fn delete(&self, key: &str) -> Result<(), BlobError> {
        match self.store.delete(&path(key)?).await {
            Ok(()) | Err(ObjectError::NotFound { .. }) => Ok(()),
            Err(error) => Err(unavailable(error)),
        }
    }

    async fn ping(&self) -> Result<(), BlobError> {
        // An object that is never there: a store that can say so, answers. A missing folder would say so as well.
        if let Some(folder) = &self.folder {
            tokio::fs::metadata(folder.join("uploads")).await.map_err(unavailable)?;
        }
        match self.store.head(&path("uploads/ping")?).await {
            Ok(_) | Err(ObjectError::NotFound { .. }) => Ok(()),
            Err(error) => Err(unavailable(error)),
        }
    }
}
