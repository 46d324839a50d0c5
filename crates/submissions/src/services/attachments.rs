//! Handing files out.

use crate::ports::{BlobError, Blobs, ByteStream, UploadRepository};
use crate::{FilePath, SubmissionError, Upload, UploadStatus};
use documents::DocumentError;
use documents::services::{FileAccess, Reading};
use kernel::{Actor, RequestContext, UploadId};
use std::ops::Range;
use std::sync::Arc;

/// A file that may be handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// The upload it came from: name, type, size and hash are there.
    pub upload: Upload,
}

/// Hands files out.
#[derive(Clone)]
pub struct Attachments {
    /// Uploads.
    pub uploads: Arc<dyn UploadRepository>,
    /// The bytes.
    pub blobs: Arc<dyn Blobs>,
    /// Who may read the documents that carry them.
    pub reading: Reading,
}

impl Attachments {
    /// Whether the caller may have the file, and what it is. A download is noted in the access log.
    ///
    /// Once documents carry it, exactly those who may read one of them have it. Before that, its uploader and
    /// administrators do: they review it.
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
        let path = FilePath::of(id).to_string();
        match self.reading.file_access(context, actor, &path).await.map_err(of_document)? {
            FileAccess::Allowed => Ok(Download { upload }),
            FileAccess::Denied { required } => Err(SubmissionError::InsufficientClearance { required }),
            FileAccess::Uncarried if upload.owner_id == actor.user_id || actor.is_admin => {
                Ok(Download { upload })
            }
            FileAccess::Hidden | FileAccess::Uncarried => Err(SubmissionError::NotFound),
        }
    }

    /// The bytes of a file that was opened. Errors: `not_found`, `unavailable`.
    pub async fn bytes(
        &self,
        download: &Download,
        range: Option<Range<u64>>,
    ) -> Result<ByteStream, SubmissionError> {
        self.blobs.get(&download.upload.path().object_key(), range).await.map_err(|error| match error {
            BlobError::NotFound => SubmissionError::NotFound,
            BlobError::Interrupted(source) => SubmissionError::StorageUnavailable(Box::new(source)),
            BlobError::Unavailable(source) => SubmissionError::StorageUnavailable(source),
        })
    }
}

fn of_document(error: DocumentError) -> SubmissionError {
    match error {
        DocumentError::Store(source) => SubmissionError::Store(source),
        DocumentError::InsufficientClearance { required } => {
            SubmissionError::InsufficientClearance { required }
        }
        DocumentError::Invalid(fields) => SubmissionError::Invalid(fields),
        DocumentError::AdminOnly => SubmissionError::AdminOnly,
        DocumentError::NotFound | DocumentError::OwnerOnly | DocumentError::Stale => {
            SubmissionError::NotFound
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ticket;
    use crate::ports::{MockBlobs, MockUploadRepository};
    use audit::access::MockAccessLog;
    use documents::Document;
    use documents::ports::{MockDocumentQueries, MockDocumentRepository};
    use documents::visibility::testing::{document, released_at};
    use kernel::testing::{SequentialIds, TEST_NOW, actor, context, numbered};
    use kernel::{DomainError, UserId};

    async fn open(status: UploadStatus, carriers: Vec<Document>, reader: Actor) -> Result<(), &'static str> {
        let id = UploadId::from_uuid(numbered(50));
        let mut uploads = MockUploadRepository::new();
        uploads.expect_find().returning(move |id| {
            let owner = UserId::Account(numbered(1));
            Ok(Some(Upload { status, ..Upload::issue(id, &Ticket::from_bits([1; 32]), owner, TEST_NOW) }))
        });
        let mut documents = MockDocumentRepository::new();
        documents.expect_find_by_file().returning(move |_| Ok(carriers.clone()));
        let mut access = MockAccessLog::new();
        access.expect_note().return_const(());
        let service = Attachments {
            uploads: Arc::new(uploads),
            blobs: Arc::new(MockBlobs::new()),
            reading: Reading {
                documents: Arc::new(documents),
                queries: Arc::new(MockDocumentQueries::new()),
                access: Arc::new(access),
                ids: Arc::new(SequentialIds::default()),
                searched: Arc::default(),
            },
        };
        service.open(&context(), &reader, id).await.map(|_| ()).map_err(|error| error.code())
    }

    #[tokio::test]
    async fn before_publication_the_uploader_and_administrators_have_it() {
        assert_eq!(open(UploadStatus::Final, vec![], actor(1, 1, false)).await, Ok(()));
        assert_eq!(open(UploadStatus::Final, vec![], actor(2, 1, true)).await, Ok(()));
        assert_eq!(open(UploadStatus::Final, vec![], actor(2, 5, false)).await, Err("not_found"));
    }

    #[tokio::test]
    async fn after_publication_clearance_decides_for_everybody() {
        let carriers = || vec![document(7, 3, 1)];
        assert_eq!(open(UploadStatus::Final, carriers(), actor(2, 3, false)).await, Ok(()));
        for reader in [actor(2, 2, false), actor(2, 2, true), actor(1, 2, false)] {
            assert_eq!(open(UploadStatus::Final, carriers(), reader).await, Err("insufficient_clearance"));
        }
    }

    #[tokio::test]
    async fn before_release_administrators_alone_have_it() {
        let carriers = || vec![released_at(7, 1, 1)];
        assert_eq!(open(UploadStatus::Final, carriers(), actor(2, 5, false)).await, Err("not_found"));
        assert_eq!(open(UploadStatus::Final, carriers(), actor(2, 5, true)).await, Ok(()));
    }

    #[tokio::test]
    async fn what_was_refused_or_given_up_is_nobodys() {
        for status in
            [UploadStatus::Issued, UploadStatus::Uploading, UploadStatus::Refused, UploadStatus::Deleted]
        {
            assert_eq!(open(status, vec![], actor(1, 5, true)).await, Err("not_found"));
        }
    }
}
