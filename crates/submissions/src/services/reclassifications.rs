//! Correcting the level and category of published documents.

use crate::edits::error::EditError;
use crate::news_of_items;
use crate::ports::EditRepository;
use crate::reclassification::{Classification, REASON_CHARS, Reclassification};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_audit::mail::{Mail, MailSubject};
use facility_documents::change::Revision;
use facility_documents::document::{Document, Text};
use facility_documents::portions::stored;
use facility_documents::services::documents::Documents;
use facility_documents::view::{Stored, Visible, view};
use facility_documents::visibility::{Decision, Visibility, decide};
use facility_kernel::{AdminActor, DocumentId, IdGenerator, RequestContext, VersionId, prose};
use facility_users::news::Notification;
use facility_users::news::Reclassified;
use facility_users::ports::UserRepository;
use std::sync::Arc;

/// Changes the level or category of published documents.
#[derive(Clone)]
pub struct Reclassifications {
    /// Edits, which must not be pending for the document.
    pub edits: Arc<dyn EditRepository>,
    pub reading: Documents,
    /// The owners of documents.
    pub users: Arc<dyn UserRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Reclassifications {
    /// Changes the level or category of a document, as a new version with the reason, and notifies its owner.
    ///
    /// Errors: `protected_account` for the emergency-access user; `not_found`; `insufficient_clearance` unless the
    /// administrator has the new level and may read the document with all its passages; `validation_failed`; `stale` if
    /// the document has another version; `edit_pending` while an edit of it waits for review.
    pub async fn reclassify(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: DocumentId,
        wanted: Classification,
    ) -> Result<Visible, EditError> {
        if actor.is_emergency_access() {
            return Err(EditError::ProtectedAccount);
        }
        let reason = reason(&wanted.reason)?;
        let record = self.reading.documents.find(id).await?.ok_or(EditError::NotFound)?;
        let before = &record.document;
        match decide(actor, before, context.now) {
            Decision::Hidden => return Err(EditError::NotFound),
            Decision::Denied { required } => return Err(EditError::InsufficientClearance { required }),
            Decision::Allowed => {}
        }
        let after = changed(context, actor, before, &wanted)?;
        let revision = Revision {
            before: before.version,
            after: after.clone(),
            version: VersionId::generate(&*self.ids),
            author: actor.user_id,
            description: Some(reason.clone()),
        };
        let is_own = before.owner == actor.user_id;
        let news = (!is_own && !before.owner.is_emergency_access())
            .then(|| news_of_items::of_reclassification(&*self.ids, before, &after, actor, &reason));
        let mail = match &news {
            Some(news) => self.mail(news, &after).await?,
            None => None,
        };
        let entry = self.entry(context, actor, before, &after);
        let change = Audited::new(Reclassification { revision, news }, entry).mailing(mail);
        self.edits.reclassify(change).await?;
        Ok(view(Stored { document: after, ..record }, &Visibility::of(actor, context.now)))
    }

    /// Returns the mail to the owner. Mail about a record is withheld from users who may not read it. If the new level
    /// is above the owner's, the mail contains only the level.
    async fn mail(&self, news: &Notification, after: &Document) -> Result<Option<Mail>, EditError> {
        let Some(owner) = self.users.find(news.recipient).await? else { return Ok(None) };
        let mail = news.mail(&*self.ids);
        if owner.clearance_level >= after.clearance {
            return Ok(mail);
        }
        Ok(mail.map(|mail| Mail {
            about: MailSubject::Account(news.recipient),
            body: format!("{} It is now above your level, at level {}.", mail.body, after.clearance),
            page: "/submission?tab=mine".to_owned(),
            ..mail
        }))
    }

    fn entry(&self, context: &RequestContext, actor: &AdminActor, before: &Document, after: &Document) -> Entry {
        let Reclassified { level, category } = news_of_items::reclassified(before, after);
        let mut details = Details::new().with("version", after.version);
        if let Some([from, to]) = level {
            details = details.with("fromLevel", from.level()).with("toLevel", to.level());
        }
        if let Some([from, to]) = category {
            details = details.with("fromCategory", from).with("toCategory", to);
        }
        Entry::new(&*self.ids, context, actor, Action::DocumentReclassified, EntityType::Document)
            .on(&after.id)
            .details(details)
            .as_admin()
    }
}

fn reason(typed: &str) -> Result<String, EditError> {
    let [least, most] = REASON_CHARS;
    let reason = prose("reason", typed.trim(), most)?;
    if reason.chars().count() < least {
        return Err(EditError::invalid("reason", format!("Reason must have at least {least} characters")));
    }
    Ok(reason)
}

/// Returns the document with the new level and category.
fn changed(
    context: &RequestContext,
    actor: &AdminActor,
    before: &Document,
    wanted: &Classification,
) -> Result<Document, EditError> {
    let clearance = wanted.clearance.unwrap_or(before.clearance);
    let category = wanted.category.unwrap_or(before.text.category);
    let content = &before.text.content;
    let required = clearance.max(stored::highest(content).unwrap_or(clearance));
    if !actor.is_cleared_for(required) {
        return Err(EditError::InsufficientClearance { required });
    }
    if wanted.version != before.version {
        return Err(EditError::Stale);
    }
    let after = Document {
        text: Text { category, ..before.text.clone() },
        clearance,
        version: before.version + 1,
        updated_at: context.now,
        ..before.clone()
    };
    if news_of_items::reclassified(before, &after) == (Reclassified { level: None, category: None }) {
        return Err(EditError::invalid("clearanceLevel", "Change the level or the category"));
    }
    match stored::lowest(content) {
        Some(lowest) if clearance > lowest => Err(EditError::invalid(
            "clearanceLevel",
            format!("The record has a passage of level {lowest}, and can have at most that level"),
        )),
        _ => Ok(after),
    }
}

#[cfg(test)]
#[path = "reclassifications_tests.rs"]
mod tests;
