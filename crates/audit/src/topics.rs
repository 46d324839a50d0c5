//! Topics of changes and their audiences. Open screens refresh by topic.

use crate::action::Action;
use async_trait::async_trait;
use facility_kernel::{StoreError, Timestamp, UserId};
use std::fmt;
use std::str::FromStr;

facility_kernel::named! {
    /// The topic of a change.
    pub enum Topic {
        Documents => "documents",
        Submissions => "submissions",
        Edits => "edits",
        Archive => "archive",
        Templates => "templates",
        Comments => "comments",
        Users => "users",
        Settings => "settings",
        /// Sign-ins, sessions and refusals, which appear in the administrators' logs.
        Security => "security",
        /// Drafts. Announced only to their owner.
        Drafts => "drafts",
    }
}

impl Topic {
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of topics. As text, a comma-separated list of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Topics(u16);

impl Topics {
    pub const NONE: Self = Self(0);
    /// The topics of shared content.
    pub const CONTENT: Self = Self::of(&[
        Topic::Documents,
        Topic::Submissions,
        Topic::Edits,
        Topic::Archive,
        Topic::Templates,
        Topic::Comments,
    ]);
    /// Topics that can end or block a session.
    pub const ACCESS: Self = Self::of(&[Topic::Users, Topic::Settings, Topic::Security]);
    /// Topics that may be announced to everyone.
    pub const PUBLIC: Self = Self::CONTENT.union(Self::of(&[Topic::Users, Topic::Settings]));

    pub const fn of(mut topics: &[Topic]) -> Self {
        let mut bits = 0;
        while let [first, rest @ ..] = topics {
            bits |= first.bit();
            topics = rest;
        }
        Self(bits)
    }

    /// The union of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection of both sets.
    #[must_use]
    pub const fn intersection(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets have a topic in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Topic> {
        Topic::ALL.into_iter().filter(move |topic| self.intersects(Self::of(&[*topic])))
    }
}

impl fmt::Display for Topics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, topic) in self.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            write!(f, "{comma}{}", topic.as_str())?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown topic")]
pub struct UnknownTopic;

impl FromStr for Topics {
    type Err = UnknownTopic;
    fn from_str(text: &str) -> Result<Self, UnknownTopic> {
        let names = text.split(',').filter(|name| !name.is_empty());
        names
            .map(Topic::parse)
            .try_fold(Self::NONE, |all, topic| topic.map(|topic| all.union(Self::of(&[topic]))).ok_or(UnknownTopic))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everyone who is signed in. Advances the content-changed timestamp.
    Everyone,
    /// Only administrators, because nobody else can see the change.
    Admins,
    /// Only this user, on all their screens: their own change, or a message to them.
    User(UserId),
}

/// The announcement of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    pub topics: Topics,
    pub audience: Audience,
}

impl Action {
    /// The announcement of this action to open screens. Its topics are empty if nothing changes on a screen.
    pub const fn announcement(self) -> Announcement {
        use Audience::{Admins, Everyone};
        use Topic::{Archive, Comments, Documents, Edits, Security, Settings, Submissions, Templates, Users};
        let (audience, topics): (Audience, &[Topic]) = match self {
            Self::SiteInitialized => (Everyone, &[Users, Settings]),
            Self::UserRegistered
            | Self::UserApproved
            | Self::AdminGranted
            | Self::AdminRemoved
            | Self::AdminRequestDeclined
            | Self::ClearanceUpdated
            | Self::UserUnlocked
            | Self::UserDeleted
            | Self::AdminCreated
            | Self::PasswordReset
            | Self::TwoFactorReset => (Everyone, &[Users]),
            Self::SettingsUpdated | Self::TwoFactorEnabled | Self::TwoFactorDisabled => (Admins, &[Users]),
            Self::SiteLocked | Self::SiteUnlocked | Self::TwoFactorRequired | Self::TwoFactorOptional => {
                (Everyone, &[Settings])
            }
            // Only the log changes: nobody else can see a draft or a file before its submission, and a reminder
            // concerns only its recipient.
            Self::LoginSucceeded
            | Self::LoginFailed
            | Self::SecondFactorAsked
            | Self::EmergencyAccessOpened
            | Self::CodesSynchronized
            | Self::EmergencyCodesSynchronized
            | Self::MasterKeyUsed
            | Self::StaticCodeUpdated
            | Self::StaticCodeUsed
            | Self::SecondFactorLocked
            | Self::TwoFactorSetUp
            | Self::TwoFactorFailed
            | Self::Logout
            | Self::SessionTerminated
            | Self::KeyRotated
            | Self::PasswordChanged
            | Self::PasswordChangeFailed
            | Self::PasswordResetIssued
            | Self::PasswordResetCompleted
            | Self::PasswordResetFailed
            | Self::OwnSessionEnded
            | Self::AccessDenied
            | Self::AuditExported
            | Self::ReviewReminded
            | Self::MailRetried
            | Self::InstallationExported
            | Self::RecordsExported
            | Self::UploadRequested
            | Self::UploadStored
            | Self::UploadRefused
            | Self::UploadClaimed
            | Self::DraftDeleted => (Admins, &[Security]),
            Self::SubmissionCreated
            | Self::SubmissionStepApproved
            | Self::SubmissionRejected
            | Self::SubmissionResubmitted
            | Self::SubmissionWithdrawn
            | Self::SubmissionTimedOut => (Everyone, &[Submissions]),
            Self::SubmissionApproved => (Everyone, &[Documents, Submissions]),
            Self::EditProposed
            | Self::EditStepApproved
            | Self::EditRejected
            | Self::EditResubmitted
            | Self::EditWithdrawn
            | Self::EditTimedOut => (Everyone, &[Edits]),
            // Pending edits become stale.
            Self::EditApproved | Self::DocumentReverted | Self::DocumentReclassified => (Everyone, &[Documents, Edits]),
            // Edits are withdrawn with their document, and the document leaves its section.
            Self::DocumentDeleted | Self::DocumentRestored => (Everyone, &[Documents, Edits, Archive]),
            // Only administrators see the trash.
            Self::DocumentPurged => (Admins, &[Documents]),
            Self::DocumentReleased => (Everyone, &[Documents]),
            Self::InstallationImported => (Everyone, &[Documents, Submissions, Edits, Archive, Templates, Users]),
            Self::ArchiveRequested
            | Self::ArchiveApproved
            | Self::ArchiveRejected
            | Self::DocumentArchived
            | Self::DocumentUnarchived => (Everyone, &[Documents, Archive]),
            Self::SectionCreated | Self::SectionUpdated | Self::SectionClosed | Self::SectionReopened => {
                (Everyone, &[Archive])
            }
            Self::CommentCreated | Self::CommentEdited | Self::CommentDeleted => (Everyone, &[Comments]),
            Self::TemplateCreated | Self::TemplateUpdated | Self::TemplateRetired | Self::TemplateRestored => {
                (Everyone, &[Templates])
            }
        };
        Announcement { topics: Topics::of(topics), audience }
    }
}

impl Announcement {
    /// Returns the announcements for a log entry with this action on this record: the one of the action and, if needed,
    /// one to the affected user. None if the action is unknown, because a later release wrote the entry.
    pub fn of_entry(action: &str, entity_id: Option<&str>) -> Option<Vec<Self>> {
        let action = Action::parse(action)?;
        let mut all = vec![action.announcement()];
        let followed = match action {
            // For example, the theme changes in all of the user's windows.
            Action::SettingsUpdated | Action::TwoFactorEnabled | Action::TwoFactorDisabled => Some(Topic::Users),
            Action::ReviewReminded => Some(Topic::Submissions),
            _ => None,
        };
        if let (Some(topic), Some(user)) = (followed, entity_id.and_then(|id| id.parse().ok())) {
            all.push(Self { topics: Topics::of(&[topic]), audience: Audience::User(user) });
        }
        Some(all)
    }
}

/// Returns the content-changed timestamp after this action at `now`; it was `before` until then.
///
/// It advances if the action is announced to everyone: to `now`, or by one millisecond if `now` is not later. The API
/// shows milliseconds, so it must advance by at least one, whatever the clocks say and in whichever order transactions
/// commit.
pub const fn content_changed(before: Timestamp, action: Action, now: Timestamp) -> Timestamp {
    match action.announcement().audience {
        Audience::Everyone => {
            let next = (before.as_micros().div_euclid(1000) + 1).saturating_mul(1000);
            if now.as_micros() < next { Timestamp::from_micros(next) } else { now }
        }
        Audience::Admins | Audience::User(_) => before,
    }
}

/// An announcement as it is sent to open connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub topics: Topics,
    pub audience: Audience,
    /// The connection that caused the change, if any. It receives no echo.
    pub origin: Option<String>,
    pub at: Timestamp,
}

/// Announcements without a stored change.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Announcements: Send + Sync {
    /// Tells everyone on every node, except the connection `origin`, that these topics may have changed. Nothing is
    /// stored: a node that is not listening at that moment misses it. Changes made by the server are announced through
    /// the audit log instead and are never missed.
    async fn relay(&self, topics: Topics, origin: String, now: Timestamp) -> Result<(), StoreError>;
}

#[cfg(test)]
#[path = "topics_tests.rs"]
mod tests;
