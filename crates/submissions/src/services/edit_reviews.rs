//! Reviewing edits of documents.

use crate::case::{REVIEW_WINDOW, Status};
use crate::edits::change::EditReviewChange;
use crate::edits::error::EditError;
use crate::edits::review::{self, EditFacts, EditReview, EditReviewDecision, Merge};
use crate::edits::view::{EditCase, EditView};
use crate::edits::{EditRecord, EditRequest};
use crate::news_of_items;
use crate::ports::EditRepository;
use facility_audit::access::AccessType;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::compare::{Comparison, Purpose, Side, Texts};
use facility_documents::portions;
use facility_documents::ports::{Comparing, VersionRepository};
use facility_documents::sealed::Sealed;
use facility_documents::services::documents::Documents;
use facility_documents::text::check_length;
use facility_documents::view::view;
use facility_documents::visibility::Visibility;
use facility_kernel::{AdminActor, EditId, IdGenerator, Page, PageRequest, RequestContext, StoreError};
use facility_users::news::{NewsKind, Subject};
use facility_users::ports::{Administrator, UserRepository};
use std::sync::Arc;

#[derive(Clone)]
pub struct EditReviews {
    pub edits: Arc<dyn EditRepository>,
    pub reading: Documents,
    pub versions: Arc<dyn VersionRepository>,
    pub comparing: Arc<dyn Comparing>,
    /// The administrators who could review.
    pub users: Arc<dyn UserRepository>,
    pub ids: Arc<dyn IdGenerator>,
    /// Whether level 5 takes two steps if two administrators can take them.
    pub two_steps_at_top_level: bool,
}

impl EditReviews {
    /// Returns the edits waiting for review, oldest first, each as this administrator may see it. If whole contents are
    /// requested, the accesses to the documents are recorded.
    pub async fn queue(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<EditView>, EditError> {
        let administrators = self.users.administrators().await?;
        let started_after = context.now.minus(REVIEW_WINDOW);
        let page = self.edits.pending(started_after, actor.clearance, with_content, page).await?;
        let mut page = page.map(|record| EditView::new(record, actor, context.now, &administrators));
        if !with_content {
            self.judge_by_content(actor, &administrators, &mut page.items).await?;
        }
        for item in page.items.iter().filter(|item| with_content && !item.is_redacted) {
            self.reading.note(context, actor, &item.document.document, AccessType::View);
        }
        Ok(page)
    }

    /// Corrects `awaits_another`, which depends on the contents, for edits that were read without them. Only an
    /// administrator's own edits, and those of which they took a step, are affected.
    async fn judge_by_content(
        &self,
        actor: &AdminActor,
        administrators: &[Administrator],
        views: &mut [EditView],
    ) -> Result<(), EditError> {
        for view in views.iter_mut().filter(|view| view.awaits_another) {
            if let Some(record) = self.edits.find(view.edit.case.id).await? {
                view.awaits_another = self.awaits_another(&record, actor, administrators).await?;
            }
        }
        Ok(())
    }

    /// Whether another administrator must decide this edit.
    async fn awaits_another(
        &self,
        record: &EditRecord,
        actor: &AdminActor,
        administrators: &[Administrator],
    ) -> Result<bool, EditError> {
        let base = self.stale_base(record).await?;
        Ok(review::is_for_another(record, base.as_ref(), actor.user_id, administrators))
    }

    /// Returns an edit of any status as this administrator may see it, with a comparison: to the current document or,
    /// once it is decided, to its base version. The access to the document is recorded.
    ///
    /// Errors: `not_found`.
    pub async fn case(&self, context: &RequestContext, actor: &AdminActor, id: EditId) -> Result<EditCase, EditError> {
        let record = self.edits.find(id).await?.ok_or(EditError::NotFound)?;
        let administrators = self.users.administrators().await?;
        let awaits_another = self.awaits_another(&record, actor, &administrators).await?;
        let view = EditView { awaits_another, ..EditView::new(record, actor, context.now, &administrators) };
        if view.is_redacted {
            return Ok(EditCase { view, comparison: None });
        }
        self.reading.note(context, actor, &view.document.document, AccessType::View);
        let comparison = self.compare(context, actor, &view).await?.map(|(_base, comparison)| comparison);
        Ok(EditCase { view, comparison })
    }

    /// Approves or rejects an edit, and returns it as the reviewer may see it afterwards. The last step of an approval
    /// changes the document in the same transaction. Of two concurrent reviews, one succeeds; the other fails with
    /// `already_reviewed`.
    ///
    /// Errors: those of [`review::decide`], `not_found`; `validation_failed` for `content` if the document has not
    /// changed; `stale` if `content` is not the merge of both current changes; `portion_mismatch` if the merge lacks a
    /// portion of the document that the reviewer cannot read.
    pub async fn review(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: EditId,
        review: EditReview,
    ) -> Result<EditView, EditError> {
        let mut record = self.edits.find(id).await?.ok_or(EditError::NotFound)?;
        let administrators = self.users.administrators().await?;
        let merge = self.merge(context, actor, &record, &review).await?;
        let base = self.stale_base(&record).await?;
        let facts = EditFacts {
            administrators: &administrators,
            two_steps_at_top_level: self.two_steps_at_top_level,
            merge: merge.as_ref(),
            base: base.as_ref(),
            now: context.now,
        };
        let decision = review::decide(&*self.ids, &record, actor, &review, facts)?;
        let was_stale = record.edit.is_stale_on(&record.document.document);
        let EditRequest { case, document_id, text, .. } = &decision.after;
        let kinds = [NewsKind::EditApproved, NewsKind::EditRejected];
        let about = (Subject::Document(*document_id), text.title.as_str());
        let news = news_of_items::of_decision(&*self.ids, case, kinds, about, actor, context.now);
        let change = EditReviewChange { decision: decision.clone(), news };
        let entry = self.entry(context, actor, &change, was_stale, merge.is_some());
        let told = change.news.as_ref().filter(|_news| !decision.is_self_review);
        let mail = told.and_then(|news| news.mail(&*self.ids));
        match self.edits.review(Audited::new(change, entry).mailing(mail)).await {
            Err(StoreError::Stale) => return Err(self.overtaken(id, decision.expected_step).await?),
            written => written?,
        }
        if let Some(revision) = decision.revision {
            record.document.document = revision.after;
        }
        record.edit = decision.after;
        record.steps.push(decision.step);
        Ok(EditView::new(record, actor, context.now, &administrators))
    }

    /// Returns why a decision could not be written.
    async fn overtaken(&self, id: EditId, expected_step: i32) -> Result<EditError, EditError> {
        let Some(EditRecord { edit, .. }) = self.edits.find(id).await? else {
            return Ok(EditError::NotFound);
        };
        let is_decided = edit.case.status != Status::Pending || edit.case.approval_step != expected_step;
        Ok(if is_decided { EditError::AlreadyReviewed } else { EditError::Stale })
    }

    /// Returns the merge that the reviewer approves, if any. It must equal the computed merge, so that nobody can
    /// publish a text of their own in the author's name. The reviewer saw both texts cut for their level; the portions
    /// above it are restored from the document.
    async fn merge(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        record: &EditRecord,
        review: &EditReview,
    ) -> Result<Option<Merge>, EditError> {
        let (Some(content), EditReviewDecision::Approve) = (&review.merged, review.decision) else { return Ok(None) };
        let view = EditView::new(record.clone(), actor, context.now, &[]);
        if view.is_redacted || view.edit.case.status != Status::Pending {
            // The review rule refuses it.
            return Ok(None);
        }
        if !view.is_stale {
            return Err(EditError::invalid("content", "Only an edit of a document that changed can be merged"));
        }
        let onto = record.document.document.version;
        let compared = self.compare(context, actor, &view).await?;
        let Some((Some(base), Comparison { three_way: Some(three_way), .. })) = compared else {
            return Err(EditError::Stale);
        };
        if three_way.resolved.as_ref() != Some(content) {
            return Err(EditError::Stale);
        }
        let sides = [view.present(), view.proposed()].into_iter().flatten();
        let longest = sides.map(|side| side.content).max_by_key(String::len).unwrap_or_default();
        if check_length(content, &longest).is_err() {
            return Err(EditError::invalid("content", "Both changes together are too long"));
        }
        let present = &record.document.document.text.content;
        let content = portions::stored::restore(present, content, actor.clearance)?;
        Ok(Some(Merge { base, content, onto }))
    }

    /// Returns the content on which a stale edit is based.
    async fn stale_base(&self, record: &EditRecord) -> Result<Option<Sealed<String>>, EditError> {
        let EditRecord { edit, document, .. } = record;
        if !edit.is_stale_on(&document.document) {
            return Ok(None);
        }
        let found = self.versions.numbered(edit.document_id, edit.base_version).await?;
        Ok(found.map(|found| found.document.document.text.content.clone()))
    }

    /// Compares an edit with its document. Also returns the text on which it is based, if the document has changed
    /// since.
    async fn compare(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        view: &EditView,
    ) -> Result<Option<(Option<Side>, Comparison)>, EditError> {
        let Some((present, to)) = view.present().zip(view.proposed()) else { return Ok(None) };
        let needs_base = view.document.document.version != view.edit.base_version;
        let base = if needs_base { self.base(context, actor, view).await? } else { None };
        let (base, from) = match base {
            Some(base) if view.is_stale => (Some(base), present),
            Some(base) => (None, base),
            None => (None, present),
        };
        let texts = Texts { base: base.clone(), from, to };
        let comparison = self.comparing.compare(actor.user_id, Purpose::Reviewing, texts).await?;
        Ok(Some((base, comparison)))
    }

    /// Returns the text on which an edit is based.
    async fn base(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        edit: &EditView,
    ) -> Result<Option<Side>, EditError> {
        let found = self.versions.numbered(edit.edit.document_id, edit.edit.base_version).await?;
        let reader = Visibility::of(actor, context.now);
        Ok(found.and_then(|found| Side::of_document(&view(found.document, &reader))))
    }

    fn entry(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        change: &EditReviewChange,
        was_stale: bool,
        is_merged: bool,
    ) -> Entry {
        let decision = &change.decision;
        let after = &decision.after;
        let action = match after.case.status {
            Status::Pending => Action::EditStepApproved,
            Status::Approved => Action::EditApproved,
            Status::Rejected => Action::EditRejected,
        };
        let mut details = Details::new()
            .with("documentId", after.document_id.to_string())
            .with("step", decision.step.step_number)
            .with("steps", after.case.max_approval_steps)
            .with("commented", decision.step.comments.is_some());
        if let Some(revision) = &decision.revision {
            details = details
                .with("version", revision.after.version)
                .with("clearanceLevel", revision.after.clearance.level());
        }
        let is_forced = was_stale && !is_merged && after.case.status != Status::Rejected;
        for (name, applies) in [
            ("selfReview", decision.is_self_review),
            ("sameApprover", decision.is_same_approver),
            ("merged", is_merged),
            ("forced", is_forced),
        ] {
            if applies {
                details = details.with(name, true);
            }
        }
        Entry::new(&*self.ids, context, actor, action, EntityType::Edit).on(&after.case.id).details(details).as_admin()
    }
}

#[cfg(test)]
#[path = "edit_reviews_tests.rs"]
mod tests;
