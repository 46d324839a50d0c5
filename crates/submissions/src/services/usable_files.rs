//! Files that can be attached to a record.

use facility_files::file::{AttachedFile, AttachedFiles, FilePath};
use facility_files::ports::UploadRepository;
use facility_files::upload::{Upload, UploadStatus};
use facility_kernel::{Actor, StoreError};

/// Returns the metadata of these files. `None` if one is not an upload that this user claimed. Whether anything else
/// holds them is checked when the record is written.
pub(super) async fn check_files(
    uploads: &dyn UploadRepository,
    actor: &Actor,
    files: &AttachedFiles,
) -> Result<Option<Vec<AttachedFile>>, StoreError> {
    let mut found = Vec::new();
    for id in files.uploads() {
        let upload = uploads.find(id).await?;
        let usable = |upload: &Upload| upload.owner_id == actor.user_id && upload.status == UploadStatus::Final;
        let Some(upload) = upload.filter(usable) else { return Ok(None) };
        found.extend(upload.attachment().map(|attachment| AttachedFile { path: FilePath::of(id), attachment }));
    }
    Ok(Some(found))
}
