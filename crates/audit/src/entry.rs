//! Audit entries, and the envelope that ties a change to its entry.

use kernel::{Actor, AdminActor, AuditEntryId, IdGenerator, RequestContext, Timestamp, UserId};
use serde_json::{Map, Value};

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident => $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the log.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The value with this name.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }
    };
}

named! {
    /// The action. Its name is stable because rows store it.
    Action {
        /// The site was initialized on an empty database.
        SiteInitialized => "site_initialized",
        /// An account was registered and waits for approval.
        UserRegistered => "user_registered",
        /// A session was started.
        LoginSucceeded => "login_succeeded",
        /// A sign-in was refused.
        LoginFailed => "login_failed",
        /// The owner ended a session.
        Logout => "logout",
        /// An account was approved with a level and a key.
        UserApproved => "user_approved",
        /// Administrator rights were granted.
        AdminGranted => "admin_granted",
        /// Administrator rights were removed.
        AdminRemoved => "admin_removed",
        /// A registered account's request for administrator rights was declined.
        AdminRequestDeclined => "admin_request_declined",
        /// Level and key of an account were changed.
        ClearanceUpdated => "clearance_updated",
        /// A lockout was cleared.
        UserUnlocked => "user_unlocked",
        /// An account was deleted; its name stays taken.
        UserDeleted => "user_deleted",
        /// A user changed their settings.
        SettingsUpdated => "user_settings_updated",
        /// An operator created an administrator on the command line.
        AdminCreated => "admin_created",
        /// An operator set a new password on the command line.
        PasswordReset => "password_reset",
        /// An operator turned off a user's second factor on the command line.
        TwoFactorReset => "two_factor_reset",
        /// An operator created a new emergency or master key.
        KeyRotated => "key_rotated",
        /// The site was locked for everyone except administrators.
        SiteLocked => "site_locked",
        /// The lockdown was ended.
        SiteUnlocked => "site_unlocked",
        /// Administrators and accounts from level 3 now need a second factor.
        TwoFactorRequired => "two_factor_required",
        /// The second factor became optional.
        TwoFactorOptional => "two_factor_optional",
        /// An upload ticket was issued.
        UploadRequested => "upload_requested",
        /// An upload was completed and passed its checks.
        UploadStored => "upload_stored",
        /// An uploaded file was refused.
        UploadRefused => "upload_refused",
        /// An uploaded file was claimed by its uploader.
        UploadClaimed => "upload_claimed",
        /// A submission was created.
        SubmissionCreated => "submission_created",
        /// One step of several was approved.
        SubmissionStepApproved => "submission_step_approved",
        /// A submission was approved and published.
        SubmissionApproved => "submission_approved",
        /// A submission was rejected.
        SubmissionRejected => "submission_rejected",
        /// A timed-out submission was resubmitted by its author.
        SubmissionResubmitted => "submission_resubmitted",
        /// A submission was withdrawn by its author before its review ended. Its text became a draft.
        SubmissionWithdrawn => "submission_withdrawn",
        /// A submission waited too long for its review and left the queue.
        SubmissionTimedOut => "submission_timed_out",
        /// A document's release date passed; from then on everyone of its level sees it.
        DocumentReleased => "document_released",
        /// An edit of a document was proposed.
        EditProposed => "document_edit_proposed",
        /// One step of several of an edit was approved.
        EditStepApproved => "document_edit_step_approved",
        /// An edit was approved and applied.
        EditApproved => "document_edit_approved",
        /// An edit was rejected.
        EditRejected => "document_edit_rejected",
        /// A timed-out edit was resubmitted by its author.
        EditResubmitted => "document_edit_resubmitted",
        /// An edit was withdrawn by its author before its review ended.
        EditWithdrawn => "document_edit_withdrawn",
        /// An edit waited too long for its review and left the queue.
        EditTimedOut => "document_edit_timed_out",
        /// A document was reverted to an earlier version.
        DocumentReverted => "document_reverted",
        /// A document was deleted: it was moved to the trash, and its pending edits were withdrawn.
        DocumentDeleted => "document_deleted",
        /// A deleted document was restored from the trash.
        DocumentRestored => "document_restored",
        /// A deleted document was purged from the trash, with its files.
        DocumentPurged => "document_purged",
        /// A comment on a document was written.
        CommentCreated => "comment_created",
        /// A comment was deleted by its author or an administrator. Its row stays, without its text.
        CommentDeleted => "comment_deleted",
        /// An owner requested that a document be archived.
        ArchiveRequested => "archive_requested",
        /// A request was approved: the document was archived.
        ArchiveApproved => "archive_approved",
        /// A request was rejected: the document stays in the repository.
        ArchiveRejected => "archive_rejected",
        /// An administrator archived a document.
        DocumentArchived => "document_archived",
        /// An administrator took a document out of the archive.
        DocumentUnarchived => "document_unarchived",
        /// An archive section was created.
        SectionCreated => "section_created",
        /// An archive section was changed.
        SectionUpdated => "section_updated",
        /// An archive section was closed: it takes no documents and is listed only for administrators.
        SectionClosed => "section_closed",
        /// A closed archive section was opened again.
        SectionReopened => "section_reopened",
        /// A template was created.
        TemplateCreated => "template_created",
        /// A template was changed.
        TemplateUpdated => "template_updated",
        /// A template was retired: it is no longer offered.
        TemplateRetired => "template_retired",
        /// A retired template is offered again.
        TemplateRestored => "template_restored",
        /// A draft was deleted by its owner.
        DraftDeleted => "draft_deleted",
        /// The whole installation was exported.
        InstallationExported => "installation_exported",
        /// An operator imported an archive, or a folder of Markdown files.
        InstallationImported => "installation_imported",
        /// A user exported their own records.
        RecordsExported => "own_records_exported",
        /// The audit log was exported.
        AuditExported => "audit_exported",
        /// A signed-in caller's request was refused.
        AccessDenied => "access_denied",
    }
}

named! {
    /// Type of the affected record.
    EntityType {
        /// An account.
        User => "user",
        /// A session.
        Session => "session",
        /// A document.
        Document => "document",
        /// A submission.
        Submission => "submission",
        /// A proposed edit of a document.
        Edit => "document_edit",
        /// A comment on a document.
        Comment => "document_comment",
        /// A file.
        Upload => "upload",
        /// A template.
        Template => "template",
        /// A draft.
        Draft => "draft",
        /// An archive section.
        Section => "section",
        /// The audit log.
        AuditLog => "audit_log",
        /// The site.
        Site => "site",
    }
}

/// The actor of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Performer {
    /// A signed-in user.
    User {
        /// The user.
        id: UserId,
        /// Name of the user at that time.
        username: String,
    },
    /// An anonymous caller, with the entered name if there is one.
    Anonymous {
        /// The entered name, cut to 50 characters.
        claimed: Option<String>,
    },
    /// An operator on the command line, or the server itself.
    System,
}

impl From<&Actor> for Performer {
    fn from(actor: &Actor) -> Self {
        Self::User { id: actor.user_id, username: actor.username.clone() }
    }
}

impl From<&AdminActor> for Performer {
    fn from(actor: &AdminActor) -> Self {
        Self::from(&**actor)
    }
}

/// Details of an action, as JSON members. Never passwords, codes, keys, tokens or document text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Details(Map<String, Value>);

impl Details {
    /// Empty details.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a member.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The details as a JSON object with members in alphabetical order. None if empty.
    pub fn to_json(&self) -> Option<String> {
        // serde_json's map is sorted, so the text and its hash do not depend on the order of `with`.
        if self.0.is_empty() { None } else { Some(Value::Object(self.0.clone()).to_string()) }
    }
}

/// An entry without its number in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The entry's id.
    pub id: AuditEntryId,
    /// The action.
    pub action: Action,
    /// Type of the affected record.
    pub entity_type: EntityType,
    /// Id of the affected record. None if there is no single one.
    pub entity_id: Option<String>,
    /// The actor of an entry.
    pub performer: Performer,
    /// Details.
    pub details: Details,
    /// The caller's address.
    pub ip_address: Option<String>,
    /// The caller's user agent, at most 512 characters.
    pub user_agent: Option<String>,
    /// Id of the request.
    pub request_id: String,
    /// Whether it is an administrator's action.
    pub is_admin_action: bool,
    /// Number of equal actions that the entry stands for; only refusals have more than one.
    pub count: u32,
    /// Timestamp; of several actions, of the last.
    pub timestamp: Timestamp,
}

impl Entry {
    /// Creates an entry for an action of `performer` in this request.
    pub fn new(
        ids: &dyn IdGenerator,
        context: &RequestContext,
        performer: impl Into<Performer>,
        action: Action,
        entity_type: EntityType,
    ) -> Self {
        Self {
            id: AuditEntryId::generate(ids),
            action,
            entity_type,
            entity_id: None,
            performer: performer.into(),
            details: Details::new(),
            ip_address: context.ip_address.clone(),
            user_agent: context.user_agent.clone(),
            request_id: context.request_id.clone(),
            is_admin_action: false,
            count: 1,
            timestamp: context.now,
        }
    }

    /// Sets the affected record.
    #[must_use]
    pub fn on(mut self, entity_id: &impl ToString) -> Self {
        self.entity_id = Some(entity_id.to_string());
        self
    }

    /// Sets the details.
    #[must_use]
    pub fn details(mut self, details: Details) -> Self {
        self.details = details;
        self
    }

    /// Sets the number of equal actions that it stands for.
    #[must_use]
    pub fn times(mut self, count: u32) -> Self {
        self.count = count;
        self
    }

    /// Marks it as an administrator's action.
    #[must_use]
    pub fn as_admin(mut self) -> Self {
        self.is_admin_action = true;
        self
    }
}

/// A change and its audit entry, to be written in one transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audited<C> {
    change: C,
    entry: Entry,
}

impl<C> Audited<C> {
    /// Combines a change with its entry.
    pub const fn new(change: C, entry: Entry) -> Self {
        Self { change, entry }
    }

    /// The change.
    pub const fn change(&self) -> &C {
        &self.change
    }

    /// The entry.
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::testing::{SequentialIds, actor, context};

    #[test]
    fn details_are_sorted_and_omitted_if_empty() {
        assert_eq!(Details::new().to_json(), None);
        let details = Details::new().with("to", 3).with("from", 2);
        assert_eq!(details.to_json().as_deref(), Some(r#"{"from":2,"to":3}"#));
    }

    #[test]
    fn entry_contains_address_and_agent_of_the_request() {
        let entry = Entry::new(
            &SequentialIds::default(),
            &context(),
            &actor(7, 3, true),
            Action::UserApproved,
            EntityType::User,
        )
        .on(&"x")
        .as_admin();
        assert_eq!(entry.ip_address.as_deref(), Some("192.0.2.1"));
        assert!(entry.is_admin_action);
        assert_eq!(entry.entity_id.as_deref(), Some("x"));
    }
}
