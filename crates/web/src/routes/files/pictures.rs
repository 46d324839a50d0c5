//! Adds the pictures that texts show to responses.

use crate::http::error::ApiError;
use crate::routes::files::record_files::{Illustrated, NamedPictures, RecordFileDto};
use facility_files::upload::Upload;
use facility_kernel::{Actor, RequestContext, UploadId};
use facility_submissions::services::pictures::Pictures;
use std::collections::HashMap;

/// Adds the pictures of the texts to a response. The texts MUST be shown as [`Pictures::of_shown`] requires.
pub async fn illustrated<T: Illustrated>(pictures: &Pictures, mut response: T) -> Result<T, ApiError> {
    let mut texts = response.pictures();
    let ids = named_in(&texts);
    if !ids.is_empty() {
        list(&mut texts, pictures.of_shown(ids).await?);
    }
    drop(texts);
    Ok(response)
}

/// Like [`illustrated`], for what a service has made or refused.
pub async fn illustrated_if_made<T: Illustrated, E>(
    pictures: &Pictures,
    made: Result<T, E>,
) -> Result<Result<T, E>, ApiError> {
    match made {
        Ok(response) => illustrated(pictures, response).await.map(Ok),
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// Adds those pictures of a draft's text to the response that its owner may see.
pub async fn illustrated_draft<T: Illustrated>(
    pictures: &Pictures,
    (context, actor): (&RequestContext, &Actor),
    mut draft: T,
) -> Result<T, ApiError> {
    let mut texts = draft.pictures();
    let ids = named_in(&texts);
    if !ids.is_empty() {
        list(&mut texts, pictures.of_draft(context, actor, ids).await?);
    }
    drop(texts);
    Ok(draft)
}

fn named_in(texts: &[NamedPictures<'_>]) -> Vec<UploadId> {
    texts.iter().flat_map(|(named, _)| named).copied().collect()
}

/// Lists the pictures of each text, in the order of the text.
fn list(texts: &mut [NamedPictures<'_>], found: Vec<Upload>) {
    let found: HashMap<UploadId, Upload> = found.into_iter().map(|upload| (upload.id, upload)).collect();
    for (named, files) in texts {
        files.extend(named.iter().filter_map(|id| RecordFileDto::of(found.get(id)?)));
    }
}
