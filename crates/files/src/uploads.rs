//! Uploading a file: issuing a ticket, one transfer, and a claim.

use crate::content::ContentCheck;
use crate::error::FileError;
use crate::file::{FilePath, PictureSize};
use crate::kind::{FileName, picture_name};
use crate::ports::{BlobError, Blobs, ByteStream, PictureError, PictureReader, PreparedPicture, UploadRepository};
use crate::refusal::Refusal;
use crate::upload::{MAX_FILE_BYTES, MAX_IN_FLIGHT, Upload, UploadKind, UploadStatus, UploadTicket};
use async_trait::async_trait;
use bytes::Bytes;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::Randomness;
use facility_kernel::RateLimits;
use facility_kernel::throttle::Throttle;
use facility_kernel::{Actor, IdGenerator, RequestContext, StoreError, UploadId, UserId};
use futures_util::{StreamExt as _, TryStreamExt as _};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Maximum number of tickets per user within [`WINDOW`].
const LIMIT: u32 = 60;
const WINDOW: Duration = Duration::from_hours(1);
/// The part of an upload URL before the ticket.
const URL_PREFIX: &str = "/api/objects/upload/";

/// An arriving file.
pub struct Incoming {
    pub filename: Option<String>,
    pub content_type: Option<String>,
    /// The declared length in bytes.
    pub announced_bytes: Option<u64>,
    pub body: ByteStream,
}

/// Receives files.
#[derive(Clone)]
pub struct Uploads {
    pub uploads: Arc<dyn UploadRepository>,
    pub blobs: Arc<dyn Blobs>,
    pub pictures: Arc<dyn PictureReader>,
    /// Limits the tickets per user.
    pub throttle: Arc<dyn Throttle>,
    pub random: Arc<dyn Randomness>,
    pub ids: Arc<dyn IdGenerator>,
    pub limits: RateLimits,
    /// The uploads in progress on this node, by user.
    pub in_flight: InFlight,
}

/// Number of uploads in progress on this node, by user. It may be lost on a restart, which also interrupts the uploads.
#[derive(Clone, Default)]
pub struct InFlight(Arc<Mutex<HashMap<UserId, u32>>>);

/// One upload in progress. Dropping it decrements the count.
struct Arriving {
    counts: InFlight,
    user: UserId,
}

impl InFlight {
    /// Counts another upload of this user, unless [`MAX_IN_FLIGHT`] are already in progress.
    fn begin(&self, user: UserId) -> Option<Arriving> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(user).or_default();
        if *count >= MAX_IN_FLIGHT {
            return None;
        }
        *count += 1;
        Some(Arriving { counts: self.clone(), user })
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.user) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(&self.user);
            }
        }
    }
}

/// What is determined about the bytes while they stream.
struct Meter {
    size: u64,
    digest: Sha256,
    /// `None` for pictures, whose reader checks them.
    content: Option<ContentCheck>,
}

impl Uploads {
    /// Issues a ticket for one file, valid for [`crate::upload::TICKET_LIFETIME`], at most 60 an hour per user. Errors:
    /// `protected_account`, `rate_limited`, `upload_quota`.
    pub async fn request(
        &self,
        context: &RequestContext,
        actor: &Actor,
        kind: UploadKind,
    ) -> Result<UploadTicket, FileError> {
        if actor.is_emergency_access() {
            return Err(FileError::ProtectedAccount);
        }
        if self.limits == RateLimits::Strict {
            let key = format!("upload:{}", actor.user_id);
            if let Some(retry_after) = self.throttle.count_call(&key, LIMIT, WINDOW, context.now).await? {
                return Err(FileError::RateLimited { retry_after });
            }
        }
        self.check_quota(actor, 1).await?;
        let ticket = UploadTicket::from_bits(self.random.bits()?);
        let id = UploadId::generate(&*self.ids);
        let upload = Upload { kind, ..Upload::issue(id, &ticket, actor.user_id, context.now) };
        let entry = self.entry(context, actor, Action::UploadRequested, upload.id);
        self.uploads.issue(Audited::new(upload, entry)).await?;
        Ok(ticket)
    }

    /// Receives the bytes for a ticket, once. They are counted, hashed and checked while they stream to the store. A
    /// picture is then replaced by what its reader makes of it. Nothing of a refused file is stored.
    ///
    /// Errors: `not_found` (the caller has no such ticket), `ticket_used`, `ticket_expired`; `rate_limited` (three of
    /// the caller's uploads are in progress) and `upload_quota`, after which the ticket is still usable; `too_large`,
    /// `unsupported_type`, `empty_file`, `damaged_picture`, `upload_interrupted`, `pictures_busy`, `unavailable`.
    pub async fn receive(
        &self,
        context: &RequestContext,
        actor: &Actor,
        ticket: &UploadTicket,
        incoming: Incoming,
    ) -> Result<Upload, FileError> {
        let upload = self.own_upload(actor, ticket).await?;
        if upload.status != UploadStatus::Issued {
            return Err(FileError::TicketUsed);
        }
        if context.now >= upload.expires_at {
            return Err(FileError::TicketExpired);
        }
        let _arriving = self.begin(actor)?;
        self.check_quota(actor, incoming.announced_bytes.unwrap_or(MAX_FILE_BYTES).min(MAX_FILE_BYTES)).await?;
        self.uploads.spend(upload.id).await.map_err(ticket_used)?;
        let outcome = self.store(&upload, incoming).await;
        // Every outcome is written, so that no ticket stays half used.
        let (finished, action) = match &outcome {
            Ok(stored) => (stored.clone(), Action::UploadStored),
            Err(error) => {
                let code = match error {
                    FileError::Refused(refusal) => refusal.reason(),
                    _ => Refusal::Interrupted.reason(),
                };
                let refused =
                    Upload { status: UploadStatus::Refused, refusal: Some(code.to_owned()), ..upload.clone() };
                (refused, Action::UploadRefused)
            }
        };
        let mut details = Details::new();
        if let Some(size) = finished.size {
            details = details.with("bytes", size);
        }
        if let Some(refusal) = &finished.refusal {
            details = details.with("reason", refusal.as_str());
        }
        let entry = self.entry(context, actor, action, upload.id).details(details);
        // The bytes are kept on an error: the row may have been written although its confirmation was lost. If it was
        // not, the sweep deletes the bytes without a row.
        self.uploads.finish(Audited::new(finished, entry)).await.map_err(ticket_used)?;
        outcome
    }

    fn begin(&self, actor: &Actor) -> Result<Option<Arriving>, FileError> {
        if self.limits == RateLimits::Open {
            return Ok(None);
        }
        self.in_flight.begin(actor.user_id).map(Some).ok_or(FileError::TooManyUploads)
    }

    /// Refuses another file of this size if it would exceed the user's quota of unattached files.
    async fn check_quota(&self, actor: &Actor, bytes: u64) -> Result<(), FileError> {
        let is_limited = self.limits == RateLimits::Strict;
        if is_limited && !self.uploads.unattached(actor.user_id).await?.has_room_for(bytes) {
            return Err(FileError::UploadQuota);
        }
        Ok(())
    }

    async fn store(&self, upload: &Upload, incoming: Incoming) -> Result<Upload, FileError> {
        let Incoming { filename, content_type, announced_bytes, body } = incoming;
        let name = match upload.kind {
            UploadKind::File => {
                let parsed = FileName::parse(filename.as_deref(), content_type.as_deref());
                Some(parsed.map_err(FileError::Refused)?)
            }
            UploadKind::Picture => None,
        };
        if announced_bytes.is_some_and(|bytes| bytes > MAX_FILE_BYTES) {
            return Err(FileError::Refused(Refusal::TooLarge));
        }
        let content = name.as_ref().map(|name| ContentCheck::new(name.kind));
        let Meter { size, digest, content } = self.stream(upload.path(), body, content).await?;
        let stored = match content.map(ContentCheck::finish).transpose() {
            Ok(Some(content_type)) => Ok(Upload {
                filename: name.map(|name| name.name),
                content_type: Some(content_type),
                size: i64::try_from(size).ok(),
                sha256: Some(hex::encode(digest.finalize())),
                ..upload.clone()
            }),
            Ok(None) => self.store_picture(upload, filename.as_deref()).await,
            Err(refusal) => Err(FileError::Refused(refusal)),
        };
        match stored {
            Ok(stored) => Ok(Upload { status: UploadStatus::Stored, ..stored }),
            Err(error) => {
                self.remove(upload.path(), upload.kind).await;
                Err(error)
            }
        }
    }

    /// Streams a body to the store, and returns what was determined about its bytes.
    async fn stream(
        &self,
        path: FilePath,
        body: ByteStream,
        content: Option<ContentCheck>,
    ) -> Result<Meter, FileError> {
        let meter = Arc::new(Mutex::new(Meter { size: 0, digest: Sha256::new(), content }));
        let stored = self.blobs.put(&path.object_key(), metered(body, Arc::clone(&meter))).await;
        let Ok(mutex) = Arc::try_unwrap(meter) else {
            // The body is still streaming.
            self.remove(path, UploadKind::File).await;
            return Err(FileError::Interrupted);
        };
        let meter = mutex.into_inner().unwrap_or_else(PoisonError::into_inner);
        match stored {
            Ok(_) => Ok(meter),
            Err(_) if meter.size > MAX_FILE_BYTES => Err(FileError::Refused(Refusal::TooLarge)),
            Err(BlobError::Interrupted(_)) => Err(FileError::Interrupted),
            Err(BlobError::NotFound) => Err(FileError::NotFound),
            Err(BlobError::Unavailable(source)) => Err(FileError::StorageUnavailable(source)),
        }
    }

    /// Replaces the stored bytes of a picture with the picture encoded again, in all its sizes.
    async fn store_picture(&self, upload: &Upload, given_name: Option<&str>) -> Result<Upload, FileError> {
        let (path, blobs) = (upload.path(), Arc::clone(&self.blobs));
        // Opened only when the reader has room for it.
        let raw = futures_util::stream::once(async move { blobs.get(&path.object_key(), None).await })
            .map(|opened| opened.map_err(std::io::Error::other));
        let read = self.pictures.prepare(Some(upload.owner_id), Box::pin(raw.try_flatten())).await;
        let picture = read.map_err(|error| match error {
            PictureError::Refused(refusal) => FileError::Refused(refusal),
            PictureError::Busy => FileError::PicturesBusy,
            PictureError::Unavailable(source) => FileError::StorageUnavailable(source),
        })?;
        let PreparedPicture { pixels, format, full, medium, small, place: _place } = picture;
        for (size, bytes) in [(PictureSize::Medium, medium), (PictureSize::Small, small)] {
            if let Some(bytes) = bytes {
                self.put(&path.size_key(size), bytes).await?;
            }
        }
        let (size, sha256) = (full.len(), hex::encode(Sha256::digest(&full)));
        self.put(&path.object_key(), full).await?;
        Ok(Upload {
            filename: Some(picture_name(given_name, format)),
            content_type: Some(format.media_type().to_owned()),
            size: i64::try_from(size).ok(),
            sha256: Some(sha256),
            pixels: Some(pixels),
            ..upload.clone()
        })
    }

    async fn put(&self, key: &str, bytes: Bytes) -> Result<(), FileError> {
        let body = futures_util::stream::once(std::future::ready(Ok(bytes)));
        self.blobs.put(key, Box::pin(body)).await.map(drop).map_err(|error| FileError::StorageUnavailable(error.into()))
    }

    /// Claims an uploaded file by the path of the URL that was issued with its ticket, with or without its query string.
    /// Claiming again returns the same upload.
    ///
    /// Errors: `validation_failed` (not a URL of this site), `not_found`, `not_uploaded`, and the reason for which the
    /// file was refused.
    pub async fn claim(&self, context: &RequestContext, actor: &Actor, path: &str) -> Result<Upload, FileError> {
        let not_ours = || FileError::invalid("fileURL", "Not the URL of one of your uploads");
        let ticket = path.strip_prefix(URL_PREFIX).ok_or_else(not_ours)?;
        let ticket = ticket.split(['?', '#']).next().filter(|text| !text.is_empty()).ok_or_else(not_ours)?;
        let upload = self.own_upload(actor, &UploadTicket::received(ticket)).await?;
        match upload.status {
            UploadStatus::Final => Ok(upload),
            UploadStatus::Stored => {
                let entry = self.entry(context, actor, Action::UploadClaimed, upload.id);
                match self.uploads.claim(Audited::new(upload.id, entry)).await {
                    Ok(()) | Err(StoreError::Stale) => Ok(upload),
                    Err(error) => Err(error.into()),
                }
            }
            UploadStatus::Issued | UploadStatus::Uploading => Err(FileError::NotUploaded),
            UploadStatus::Refused => {
                let refusal = upload.refusal.as_deref().and_then(Refusal::by_reason);
                Err(FileError::Refused(refusal.unwrap_or(Refusal::Interrupted)))
            }
            UploadStatus::Deleted => Err(FileError::NotFound),
        }
    }

    async fn own_upload(&self, actor: &Actor, ticket: &UploadTicket) -> Result<Upload, FileError> {
        let upload = self.uploads.find_by_ticket(&ticket.fingerprint()).await?;
        upload.filter(|upload| upload.owner_id == actor.user_id).ok_or(FileError::NotFound)
    }

    async fn remove(&self, path: FilePath, kind: UploadKind) {
        let objects = if kind == UploadKind::Picture { usize::MAX } else { 1 };
        for key in path.object_keys().take(objects) {
            // The store logs a failure. The object is unreachable, and a sweep deletes it later.
            drop(self.blobs.delete(&key).await);
        }
    }

    fn entry(&self, context: &RequestContext, actor: &Actor, action: Action, id: UploadId) -> Entry {
        Entry::new(&*self.ids, context, actor, action, EntityType::Upload).on(&id)
    }
}

fn ticket_used(error: StoreError) -> FileError {
    if matches!(error, StoreError::Stale) { FileError::TicketUsed } else { error.into() }
}

/// Counts, hashes and checks the bytes as they stream. Ends with an error at the first byte beyond the maximum size.
fn metered(body: ByteStream, meter: Arc<Mutex<Meter>>) -> ByteStream {
    Box::pin(body.map(move |piece| {
        let piece = piece?;
        let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
        meter.size = meter.size.saturating_add(piece.len() as u64);
        if meter.size > MAX_FILE_BYTES {
            return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, "the file is too large"));
        }
        meter.digest.update(&piece);
        if let Some(content) = &mut meter.content {
            content.feed(&piece);
        }
        Ok(piece)
    }))
}

#[async_trait]
impl crate::ports::HeldFiles for Uploads {
    async fn discard(&self, upload: UploadId) {
        self.remove(FilePath::of(upload), UploadKind::Picture).await;
    }
}

#[cfg(test)]
#[path = "uploads_tests.rs"]
mod tests;
