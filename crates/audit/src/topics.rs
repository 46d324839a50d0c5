//! What a change is about, and who is told of it: the names that screens refresh by.

use crate::Action;
use async_trait::async_trait;
use kernel::{StoreError, Timestamp};
use std::fmt;
use std::str::FromStr;

/// What something that changed is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Documents of the repository.
    Documents,
    /// Submissions and their review.
    Submissions,
    /// Proposed edits of documents.
    Edits,
    /// The archive.
    Archive,
    /// Templates.
    Templates,
    /// Comments on documents.
    Comments,
    /// Accounts.
    Users,
    /// The settings of the site.
    Settings,
    /// Sign-ins, sessions, refusals: what grows the logs of administrators.
    Security,
}

impl Topic {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Documents,
        Self::Submissions,
        Self::Edits,
        Self::Archive,
        Self::Templates,
        Self::Comments,
        Self::Users,
        Self::Settings,
        Self::Security,
    ];

    /// The name, on the wire and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Submissions => "submissions",
            Self::Edits => "edits",
            Self::Archive => "archive",
            Self::Templates => "templates",
            Self::Comments => "comments",
            Self::Users => "users",
            Self::Settings => "settings",
            Self::Security => "security",
        }
    }

    /// The topic of this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.as_str() == text)
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of topics. As text, their names with commas between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Topics(u16);

impl Topics {
    /// No topic.
    pub const NONE: Self = Self(0);
    /// What shared content consists of.
    pub const CONTENT: Self = Self::of(&[
        Topic::Documents,
        Topic::Submissions,
        Topic::Edits,
        Topic::Archive,
        Topic::Templates,
        Topic::Comments,
    ]);
    /// What may end a session, or shut it out.
    pub const ACCESS: Self = Self::of(&[Topic::Users, Topic::Settings, Topic::Security]);
    /// What everybody may be told of.
    pub const PUBLIC: Self = Self::CONTENT.and(Self::of(&[Topic::Users, Topic::Settings]));

    /// These topics.
    pub const fn of(mut topics: &[Topic]) -> Self {
        let mut bits = 0;
        while let [first, rest @ ..] = topics {
            bits |= first.bit();
            topics = rest;
        }
        Self(bits)
    }

    /// The topics of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those of these topics that are among the others.
    #[must_use]
    pub const fn within(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether one topic is in both.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The topics, always in the same order.
    pub fn iter(self) -> impl Iterator<Item = Topic> {
        Topic::ALL.into_iter().filter(move |topic| self.meets(Self::of(&[*topic])))
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

/// A text that names something that is no topic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such topic")]
pub struct UnknownTopic;

impl FromStr for Topics {
    type Err = UnknownTopic;
    fn from_str(text: &str) -> Result<Self, UnknownTopic> {
        let names = text.split(',').filter(|name| !name.is_empty());
        names.map(Topic::parse).try_fold(Self::NONE, |all, topic| {
            topic.map(|topic| all.and(Self::of(&[topic]))).ok_or(UnknownTopic)
        })
    }
}

/// Who is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Whoever is signed in. Health's timestamp moves with it.
    Everyone,
    /// Administrators alone, because nobody else can see it.
    Admins,
}

impl Audience {
    /// The name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Everyone => "everyone",
            Self::Admins => "admins",
        }
    }

    /// The audience of this name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Everyone, Self::Admins].into_iter().find(|audience| audience.as_str() == text)
    }
}

/// What an act is told as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// What it is about.
    pub topics: Topics,
    /// Who is told.
    pub audience: Audience,
}

impl Action {
    /// What the screens that are open are told of this act.
    pub const fn announcement(self) -> Announcement {
        use Audience::{Admins, Everyone};
        use Topic::{Documents, Security, Settings, Submissions, Users};
        let (audience, topics): (Audience, &[Topic]) = match self {
            Self::SiteInitialized => (Everyone, &[Users, Settings]),
            Self::UserRegistered
            | Self::UserApproved
            | Self::AdminGranted
            | Self::AdminRemoved
            | Self::ClearanceUpdated
            | Self::UserUnlocked
            | Self::UserDeleted
            | Self::AdminCreated
            | Self::PasswordReset
            | Self::TwoFactorReset => (Everyone, &[Users]),
            Self::SettingsUpdated => (Admins, &[Users]),
            Self::SiteLocked | Self::SiteUnlocked | Self::TwoFactorRequired | Self::TwoFactorOptional => {
                (Everyone, &[Settings])
            }
            // A file is nobody else's to see before it is submitted: only the log grows.
            Self::LoginSucceeded
            | Self::LoginFailed
            | Self::Logout
            | Self::KeyRotated
            | Self::AccessDenied
            | Self::AuditExported
            | Self::UploadRequested
            | Self::UploadStored
            | Self::UploadRefused
            | Self::UploadClaimed => (Admins, &[Security]),
            Self::SubmissionCreated | Self::SubmissionStepApproved | Self::SubmissionRejected => {
                (Everyone, &[Submissions])
            }
            Self::SubmissionApproved => (Everyone, &[Documents, Submissions]),
            Self::DocumentDeleted => (Everyone, &[Documents]),
        };
        Announcement { topics: Topics::of(topics), audience }
    }
}

/// One announcement as every node reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What it is about.
    pub topics: Topics,
    /// Who is told.
    pub audience: Audience,
    /// The connection that asked for it and is not told itself, where it was one.
    pub origin: Option<String>,
    /// When.
    pub at: Timestamp,
}

/// Tells all nodes of something that is no change of ours.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Announcements: Send + Sync {
    /// Tells everybody on every node, but for the connection `origin`, that these topics changed.
    async fn relay(&self, topics: Topics, origin: String, now: Timestamp) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_read_as_they_are_written() {
        for topics in [Topics::NONE, Topics::CONTENT, Topics::ACCESS, Topics::of(&Topic::ALL)] {
            assert_eq!(topics.to_string().parse(), Ok(topics));
        }
        assert_eq!("users,security".parse(), Ok(Topics::of(&[Topic::Security, Topic::Users])));
        assert_eq!("users,weather".parse::<Topics>(), Err(UnknownTopic));
        for audience in [Audience::Everyone, Audience::Admins] {
            assert_eq!(Audience::parse(audience.as_str()), Some(audience));
        }
    }

    #[test]
    fn what_each_act_is_told_as() {
        let table = Action::ALL.iter().map(|action| {
            let Announcement { topics, audience } = action.announcement();
            format!("{:<24} {:<8} {topics}\n", action.as_str(), audience.as_str())
        });
        insta::assert_snapshot!(table.collect::<String>());
    }

    #[test]
    fn nobody_but_administrators_is_told_of_security() {
        for action in Action::ALL {
            let Announcement { topics, audience } = action.announcement();
            assert!(!topics.is_empty(), "{}", action.as_str());
            let is_secret = topics.meets(Topics::of(&[Topic::Security]));
            assert!(!is_secret || audience == Audience::Admins, "{}", action.as_str());
        }
    }
}
