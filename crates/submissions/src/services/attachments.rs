//! Downloads of files.

use super::checked::checked;
use super::pictures::Pictures;
use crate::error::SubmissionError;
use crate::ports::SubmissionRepository;
use facility_documents::error::DocumentError;
use facility_documents::services::documents::{Documents, FileAccess};
use facility_files::error::FileError;
use facility_files::file::{FilePath, PictureSize};
use facility_files::ports::{BlobError, Blobs, ByteStream, UploadRepository};
use facility_files::text::FileText;
use facility_files::upload::{Upload, UploadKind, UploadStatus};
use facility_kernel::{Actor, Clearance, RequestContext, UploadId};
use std::ops::Range;
use std::sync::Arc;

/// A file that may be downloaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Its upload, with the name, type, size and hash.
    pub upload: Upload,
}

/// Serves files.
#[derive(Clone)]
pub struct Attachments {
    pub submissions: Arc<dyn SubmissionRepository>,
    pub uploads: Arc<dyn UploadRepository>,
    pub blobs: Arc<dyn Blobs>,
    /// Decides who may read the documents that have the file.
    pub reading: Documents,
    pub pictures: Pictures,
}

impl Attachments {
    /// Checks whether the caller may download the file, and returns it. Downloads are recorded in the access log.
    ///
    /// If any documents have the file, exactly the readers of one of them may download it, and the owner of an unreleased
    /// one. Otherwise its uploader may, and also administrators who may read a submission with it, because they review it.
    ///
    /// A picture may be seen by those who may see it in a text ([`Pictures`]), and is not recorded: the text is.
    ///
    /// Errors: `not_found`, `insufficient_clearance`.
    pub async fn open(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: UploadId,
    ) -> Result<Download, SubmissionError> {
        let upload = self.uploads.find(id).await?.ok_or(SubmissionError::NotFound)?;
        if !matches!(upload.status, UploadStatus::Stored | UploadStatus::Final) {
            return Err(SubmissionError::NotFound);
        }
        if upload.kind == UploadKind::Picture {
            let is_shown = self.pictures.sees(context, actor, &upload).await?;
            return if is_shown { Ok(Download { upload }) } else { Err(SubmissionError::NotFound) };
        }
        let path = FilePath::of(id);
        match self.reading.file_access(context, actor, path).await.map_err(of_document)? {
            FileAccess::Allowed => Ok(Download { upload }),
            FileAccess::Denied { required } => Err(SubmissionError::InsufficientClearance { required }),
            FileAccess::NotAttached if upload.owner_id == actor.user_id => Ok(Download { upload }),
            FileAccess::NotAttached if actor.is_admin => {
                self.check_levels(actor, &upload).await?;
                Ok(Download { upload })
            }
            FileAccess::Hidden | FileAccess::NotAttached => Err(SubmissionError::NotFound),
        }
    }

    /// Returns the text of a file that the caller may download ([`Self::open`]).
    ///
    /// Errors: `not_found`, also for a file that the caller may not download.
    pub async fn text(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: UploadId,
    ) -> Result<FileText, SubmissionError> {
        let Download { upload } = match self.open(context, actor, id).await {
            Err(SubmissionError::InsufficientClearance { .. }) => return Err(SubmissionError::NotFound),
            opened => opened?,
        };
        Ok(self.uploads.text(id).await?.unwrap_or_else(|| FileText::of_unknown(&upload)))
    }

    /// Checks that this administrator may read one of the submissions with the file. If there is no such submission,
    /// every administrator may.
    async fn check_levels(&self, actor: &Actor, upload: &Upload) -> Result<(), SubmissionError> {
        let levels = self.submissions.levels_of_carriers(upload.owner_id, upload.path()).await?;
        match levels.into_iter().map(|level| level.unwrap_or(Clearance::MIN)).min() {
            Some(required) if !actor.is_cleared_for(required) => {
                Err(SubmissionError::InsufficientClearance { required })
            }
            _ => Ok(()),
        }
    }

    /// Returns the bytes of an opened picture in a smaller size. `None` if it has none, because it is not wider, or was
    /// imported.
    ///
    /// Errors: `unavailable`.
    pub async fn sized(&self, download: &Download, size: PictureSize) -> Result<Option<ByteStream>, SubmissionError> {
        match self.blobs.get(&download.upload.path().size_key(size), None).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(BlobError::NotFound) => Ok(None),
            Err(error) => Err(FileError::StorageUnavailable(Box::new(error)).into()),
        }
    }

    /// Returns the bytes of an opened file. A whole file is compared with the size and SHA-256 of its upload; if they
    /// differ, the stream ends with an error before the last piece. A range cannot be verified.
    ///
    /// Errors: `not_found`, `unavailable`.
    pub async fn bytes(&self, download: &Download, range: Option<Range<u64>>) -> Result<ByteStream, SubmissionError> {
        let Upload { size, sha256, .. } = &download.upload;
        let size = size.and_then(|size| u64::try_from(size).ok());
        let is_whole = range.as_ref().is_none_or(|part| part.start == 0 && Some(part.end) == size);
        let key = download.upload.path().object_key();
        let bytes = self.blobs.get(&key, range).await.map_err(|error| match error {
            BlobError::NotFound => SubmissionError::NotFound,
            BlobError::Interrupted(source) => FileError::StorageUnavailable(Box::new(source)).into(),
            BlobError::Unavailable(source) => FileError::StorageUnavailable(source).into(),
        })?;
        Ok(match (size, sha256) {
            (Some(size), Some(sha256)) if is_whole => checked(bytes, size, sha256.clone()),
            _ => bytes,
        })
    }
}

fn of_document(error: DocumentError) -> SubmissionError {
    match error {
        DocumentError::Store(source) => SubmissionError::Store(source),
        DocumentError::InsufficientClearance { required } => SubmissionError::InsufficientClearance { required },
        DocumentError::Invalid(fields) => SubmissionError::Invalid(fields),
        DocumentError::NotFound
        | DocumentError::OwnerOnly
        | DocumentError::Stale
        | DocumentError::CurrentVersion
        | DocumentError::PortionMismatch => SubmissionError::NotFound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockSubmissionRepository;
    use facility_audit::access::MockAccessLog;
    use facility_documents::document::Document;
    use facility_documents::ports::{FileCarrier, MockDocumentRepository};
    use facility_documents::visibility::Visibility;
    use facility_documents::visibility::testing::{document, released_at};
    use facility_files::ports::{MockBlobs, MockUploadRepository};
    use facility_files::upload::UploadTicket;
    use facility_kernel::testing::{TEST_NOW, actor, context, numbered};
    use facility_kernel::{DomainError, UserId};

    async fn open(status: UploadStatus, carriers: Vec<Document>, reader: Actor) -> Result<(), &'static str> {
        open_with(status, carriers, &[], reader).await
    }

    /// Like `open`, with submissions of these levels. 0 means that no level is assigned.
    async fn open_with(
        status: UploadStatus,
        carriers: Vec<Document>,
        levels: &[i64],
        reader: Actor,
    ) -> Result<(), &'static str> {
        let levels: Vec<Option<Clearance>> = levels.iter().map(|n| Clearance::parse(*n).ok()).collect();
        let mut submissions = MockSubmissionRepository::new();
        submissions.expect_levels_of_carriers().returning(move |_, _| Ok(levels.clone()));
        let id = UploadId::from_uuid(numbered(50));
        let mut uploads = MockUploadRepository::new();
        uploads.expect_find().returning(move |id| {
            let owner = UserId::Account(numbered(1));
            Ok(Some(Upload { status, ..Upload::issue(id, &UploadTicket::from_bits([1; 32]), owner, TEST_NOW) }))
        });
        let mut documents = MockDocumentRepository::new();
        let is_in_use = !carriers.is_empty();
        documents.expect_find_by_file().returning(move |_, reader, owner| {
            let everything = Visibility { max_level: Clearance::MAX, ..reader };
            let found = carriers.iter().find(|document| everything.admits(document) || document.owner == owner);
            Ok(found.map(|found| FileCarrier { document: found.id, required: found.clearance }))
        });
        documents.expect_is_with_documents().returning(move |_| Ok(is_in_use));
        let mut access = MockAccessLog::new();
        access.expect_note().return_const(());
        let service = Attachments {
            submissions: Arc::new(submissions),
            uploads: Arc::new(uploads),
            blobs: Arc::new(MockBlobs::new()),
            reading: Documents::over(documents, access),
            pictures: Pictures::testing(MockUploadRepository::new(), MockDocumentRepository::new()),
        };
        service.open(&context(), &reader, id).await.map(|_| ()).map_err(|error| error.code())
    }

    #[tokio::test]
    async fn before_publication_uploader_and_administrators_may_download() {
        assert_eq!(open(UploadStatus::Final, vec![], actor(1, 1, false)).await, Ok(()));
        assert_eq!(open(UploadStatus::Final, vec![], actor(2, 1, true)).await, Ok(()));
        assert_eq!(open(UploadStatus::Final, vec![], actor(2, 5, false)).await, Err("not_found"));
    }

    #[tokio::test]
    async fn once_a_level_is_assigned_administrators_below_it_are_refused() {
        for (levels, reader, expected) in [
            (&[0][..], actor(2, 1, true), Ok(())),
            (&[4][..], actor(2, 4, true), Ok(())),
            (&[4][..], actor(2, 3, true), Err("insufficient_clearance")),
            (&[4][..], actor(1, 1, false), Ok(())),
            // Rejected at level 5, then resubmitted with its file.
            (&[5, 0][..], actor(2, 1, true), Ok(())),
        ] {
            assert_eq!(open_with(UploadStatus::Final, vec![], levels, reader).await, expected, "{levels:?}");
        }
    }

    #[tokio::test]
    async fn after_publication_clearance_decides_for_everyone() {
        let carriers = || vec![document(7, 3, 1)];
        assert_eq!(open(UploadStatus::Final, carriers(), actor(2, 3, false)).await, Ok(()));
        for reader in [actor(2, 2, false), actor(2, 2, true), actor(1, 2, false)] {
            assert_eq!(open(UploadStatus::Final, carriers(), reader).await, Err("insufficient_clearance"));
        }
    }

    #[tokio::test]
    async fn before_release_only_its_owner_and_administrators_may_download() {
        let carriers = || vec![released_at(7, 2, 1)];
        assert_eq!(open(UploadStatus::Final, carriers(), actor(2, 5, false)).await, Err("not_found"));
        assert_eq!(open(UploadStatus::Final, carriers(), actor(2, 5, true)).await, Ok(()));
        assert_eq!(open(UploadStatus::Final, carriers(), actor(1, 2, false)).await, Ok(()));
        assert_eq!(open(UploadStatus::Final, carriers(), actor(1, 1, false)).await, Err("insufficient_clearance"));
    }

    #[tokio::test]
    async fn refused_or_deleted_file_is_not_found() {
        for status in [UploadStatus::Issued, UploadStatus::Uploading, UploadStatus::Refused, UploadStatus::Deleted] {
            assert_eq!(open(status, vec![], actor(1, 5, true)).await, Err("not_found"));
        }
    }
}
