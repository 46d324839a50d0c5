//! Audit entries, and the envelope that ties a change to its entry.

use kernel::{Actor, AuditEntryId, IdGenerator, RequestContext, Timestamp, UserId};
use serde_json::{Map, Value};

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident => $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name as it stands in the log.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

named! {
    /// What was done. The name is stable: rows keep it for ever.
    Action {
        /// The site was set up on an empty database.
        SiteInitialized => "site_initialized",
        /// An account was registered and waits for approval.
        UserRegistered => "user_registered",
        /// A session was opened.
        LoginSucceeded => "login_succeeded",
        /// Credentials were refused.
        LoginFailed => "login_failed",
        /// A session was closed by its owner.
        Logout => "logout",
        /// An account was approved with a level and a key.
        UserApproved => "user_approved",
        /// Administrator rights were granted.
        AdminGranted => "admin_granted",
        /// Administrator rights, or the claim to them, were removed.
        AdminRemoved => "admin_removed",
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
        /// An operator switched off a user's second factor on the command line.
        TwoFactorReset => "two_factor_reset",
        /// An operator made a new emergency or master key.
        KeyRotated => "key_rotated",
        /// The site was locked: only administrators pass.
        SiteLocked => "site_locked",
        /// The lock of the site was lifted.
        SiteUnlocked => "site_unlocked",
        /// From then on accounts with much to lose need a second factor to sign in.
        TwoFactorRequired => "two_factor_required",
        /// A second factor became a matter of choice.
        TwoFactorOptional => "two_factor_optional",
        /// An upload ticket was issued.
        UploadRequested => "upload_requested",
        /// A file arrived whole and passed its checks.
        UploadStored => "upload_stored",
        /// A file was refused after it arrived.
        UploadRefused => "upload_refused",
        /// An uploaded file was claimed by its uploader.
        UploadClaimed => "upload_claimed",
        /// A submission was sent in for review.
        SubmissionCreated => "submission_created",
        /// One step of several was approved.
        SubmissionStepApproved => "submission_step_approved",
        /// A submission was approved and published.
        SubmissionApproved => "submission_approved",
        /// A submission was rejected.
        SubmissionRejected => "submission_rejected",
        /// A document was deleted.
        DocumentDeleted => "document_deleted",
        /// The audit log was taken away as a file.
        AuditExported => "audit_exported",
        /// A signed-in caller was refused.
        AccessDenied => "access_denied",
    }
}

named! {
    /// What kind of thing it was done to.
    EntityType {
        /// An account.
        User => "user",
        /// A session.
        Session => "session",
        /// A document.
        Document => "document",
        /// A submission.
        Submission => "submission",
        /// An uploaded file.
        Upload => "upload",
        /// This log.
        AuditLog => "audit_log",
        /// The site as a whole.
        Site => "site",
    }
}

/// Who did it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Performer {
    /// A known user.
    User {
        /// The user.
        id: UserId,
        /// The user's name at that time.
        username: String,
    },
    /// Nobody signed in; the name they gave, if they gave one.
    Anonymous {
        /// What was typed as the name, at most 50 characters of it.
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

/// Facts about an act, as JSON members. Never passwords, codes, keys, tokens or document text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Details(Map<String, Value>);

impl Details {
    /// No facts yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// With one more fact.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The facts as a JSON object with its members in alphabetical order; none when there are none.
    pub fn to_json(&self) -> Option<String> {
        // serde_json's map is sorted: the text, and with it the hash, does not depend on the order of `with`.
        if self.0.is_empty() { None } else { Some(Value::Object(self.0.clone()).to_string()) }
    }
}

/// One thing that happened, before it has its place in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The entry's id.
    pub id: AuditEntryId,
    /// What was done.
    pub action: Action,
    /// What kind of thing it was done to.
    pub entity_type: EntityType,
    /// The thing; none where there is no single one.
    pub entity_id: Option<String>,
    /// Who did it.
    pub performer: Performer,
    /// Facts about it.
    pub details: Details,
    /// The caller's address.
    pub ip_address: Option<String>,
    /// The caller's user agent, at most 512 characters.
    pub user_agent: Option<String>,
    /// The request it was done in.
    pub request_id: String,
    /// Whether it was done in the role of administrator.
    pub is_admin_action: bool,
    /// When.
    pub timestamp: Timestamp,
}

impl Entry {
    /// An entry for what `performer` did in this request.
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
            timestamp: context.now,
        }
    }

    /// Done to this thing.
    #[must_use]
    pub fn on(mut self, entity_id: &impl ToString) -> Self {
        self.entity_id = Some(entity_id.to_string());
        self
    }

    /// With these facts.
    #[must_use]
    pub fn details(mut self, details: Details) -> Self {
        self.details = details;
        self
    }

    /// Done in the role of administrator.
    #[must_use]
    pub fn as_admin(mut self) -> Self {
        self.is_admin_action = true;
        self
    }
}

/// A change and the entry that records it, to be written in one transaction or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audited<C> {
    change: C,
    entry: Entry,
}

impl<C> Audited<C> {
    /// Ties a change to its entry.
    pub const fn new(change: C, entry: Entry) -> Self {
        Self { change, entry }
    }

    /// The change.
    pub const fn change(&self) -> &C {
        &self.change
    }

    /// The entry that records it.
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::testing::{SequentialIds, actor, context};

    #[test]
    fn details_are_sorted_and_absent_when_empty() {
        assert_eq!(Details::new().to_json(), None);
        let details = Details::new().with("to", 3).with("from", 2);
        assert_eq!(details.to_json().as_deref(), Some(r#"{"from":2,"to":3}"#));
    }

    #[test]
    fn an_entry_carries_where_the_request_came_from() {
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
