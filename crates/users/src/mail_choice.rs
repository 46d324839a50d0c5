//! Which kinds of mail a user wants.

use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::mail::MailKind;
use facility_kernel::{StoreError, UserId};

/// The kinds of mail that a user turned off. A new account gets all kinds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MailChoice(Vec<MailKind>);

impl MailChoice {
    /// Creates the choice of a user who turned off these kinds.
    pub const fn without(declined: Vec<MailKind>) -> Self {
        Self(declined)
    }

    /// Returns whether the user wants this kind.
    pub fn wants(&self, kind: MailKind) -> bool {
        !self.0.contains(&kind)
    }
}

/// New values of a user's switches. Kinds that are not named stay as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailChoiceChange {
    /// The user.
    pub user: UserId,
    /// The kinds, and whether each is wanted.
    pub switches: Vec<(MailKind, bool)>,
}

/// The switches of all users, in the database.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait MailChoices: Send + Sync {
    /// Returns the choice of a user.
    async fn of(&self, user: UserId) -> Result<MailChoice, StoreError>;

    /// Sets the switches of a change.
    async fn set(&self, change: Audited<MailChoiceChange>) -> Result<(), StoreError>;
}
