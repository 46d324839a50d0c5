//! Who may see pictures.

use crate::edits::view::EditView;
use crate::ports::{EditRepository, SubmissionRepository};
use crate::review::may_read;
use crate::view::SubmissionView;
use async_trait::async_trait;
use facility_documents::comments::quote::Passages;
use facility_documents::comments::view::VisibleComment;
use facility_documents::pictures::{PictureAccess, names};
use facility_documents::ports::{CommentRepository, DocumentRepository, TemplateRepository, VersionRepository};
use facility_documents::view::{Stored, view};
use facility_documents::visibility::{Decision, Visibility, decide};
use facility_files::picture::MAX_PICTURES;
use facility_files::place::Place;
use facility_files::ports::UploadRepository;
use facility_files::upload::{Upload, UploadKind, UploadStatus};
use facility_kernel::{Actor, DocumentId, RequestContext, StoreError, UploadId};
use std::sync::Arc;

/// Decides who may see a picture: those who may read a text that names it, at the moment of the request. A text is
/// taken as its reader sees it, so a picture in a withheld passage is withheld too.
///
/// Drafts permit nobody to see a picture. If nothing but drafts uses it, its uploader may.
#[derive(Clone)]
pub struct Pictures {
    pub uploads: Arc<dyn UploadRepository>,
    pub documents: Arc<dyn DocumentRepository>,
    pub versions: Arc<dyn VersionRepository>,
    pub comments: Arc<dyn CommentRepository>,
    pub templates: Arc<dyn TemplateRepository>,
    pub submissions: Arc<dyn SubmissionRepository>,
    pub edits: Arc<dyn EditRepository>,
}

impl Pictures {
    /// Whether this user may see the picture now.
    pub async fn sees(&self, context: &RequestContext, actor: &Actor, picture: &Upload) -> Result<bool, StoreError> {
        if picture.kind != UploadKind::Picture || picture.status != UploadStatus::Final {
            return Ok(false);
        }
        let Some(places) = self.uploads.readable_places(picture.id, actor, context.now).await? else {
            return Ok(picture.owner_id == actor.user_id);
        };
        for place in places {
            let text = self.text_at(context, actor, place).await?;
            if text.is_some_and(|text| names(&text, picture.id)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns those of these pictures that exist, in any order. They MUST be named in texts that the reader gets and
    /// that others may read too: the author of such a text could see them, and so may its readers.
    pub async fn of_shown(&self, ids: Vec<UploadId>) -> Result<Vec<Upload>, StoreError> {
        self.uploads.pictures(ids).await
    }

    /// Returns those of the first [`MAX_PICTURES`] of these pictures that this user may see now, in any order. For texts
    /// that may name any picture, like drafts.
    pub async fn of_draft(
        &self,
        context: &RequestContext,
        actor: &Actor,
        mut ids: Vec<UploadId>,
    ) -> Result<Vec<Upload>, StoreError> {
        ids.truncate(MAX_PICTURES);
        let mut shown = Vec::new();
        for picture in self.uploads.pictures(ids).await? {
            if self.sees(context, actor, &picture).await? {
                shown.push(picture);
            }
        }
        Ok(shown)
    }

    /// Returns the text at this place as this reader may read it now. `None` if they may not.
    async fn text_at(
        &self,
        context: &RequestContext,
        actor: &Actor,
        place: Place,
    ) -> Result<Option<String>, StoreError> {
        Ok(match place {
            Place::Document(id) => {
                self.readable(context, actor, id).await?.and_then(|record| shown(record, context, actor))
            }
            Place::Version(document, id) => {
                if self.readable(context, actor, document).await?.is_none() {
                    return Ok(None);
                }
                let found = self.versions.find(document, id).await?;
                found.and_then(|version| shown(version.document, context, actor))
            }
            Place::Comment(document, id) => {
                let Some(record) = self.readable(context, actor, document).await? else { return Ok(None) };
                let seen = view(record, &Visibility::of(actor, context.now));
                let passages = Passages::of(&seen, actor.clearance);
                let comment = self.comments.find(document, id).await?;
                let seen = passages.zip(comment);
                let seen = seen.and_then(|(passages, found)| VisibleComment::new(found, &passages, actor.clearance));
                seen.and_then(|comment| comment.text).map(|text| text.content)
            }
            Place::Template(id) => {
                let found = self.templates.find(id).await?;
                let offered = |template: &facility_documents::templates::Template| {
                    actor.is_cleared_for(template.text.required_clearance) && (actor.is_admin || template.is_active())
                };
                found.filter(offered).map(|template| template.text.content)
            }
            Place::Submission(id) => {
                let found = self.submissions.find(id).await?;
                let found = found.filter(|record| may_read(&record.submission, actor));
                found.and_then(|record| SubmissionView::for_reader(record, actor).into_parts().1?.content)
            }
            Place::Edit(id) => {
                let found = self.edits.find(id).await?;
                let found = found.filter(|record| {
                    let document = &record.document.document;
                    let is_own = record.edit.case.author == actor.user_id
                        && decide(actor, document, context.now) == Decision::Allowed;
                    is_own || actor.is_admin
                });
                found.and_then(|record| EditView::new(record, actor, context.now, &[]).text?.content)
            }
        })
    }

    async fn readable(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<Option<Stored>, StoreError> {
        let found = self.documents.find(id).await?;
        Ok(found.filter(|record| decide(actor, &record.document, context.now) == Decision::Allowed))
    }
}

fn shown(record: Stored, context: &RequestContext, actor: &Actor) -> Option<String> {
    view(record, &Visibility::of(actor, context.now)).text?.content
}

#[async_trait]
impl PictureAccess for Pictures {
    async fn sees_all(
        &self,
        context: &RequestContext,
        actor: &Actor,
        pictures: Vec<UploadId>,
    ) -> Result<bool, StoreError> {
        let wanted = pictures.len();
        Ok(self.of_draft(context, actor, pictures).await?.len() == wanted)
    }
}

#[cfg(test)]
#[path = "pictures_tests.rs"]
mod tests;
