//! Which kinds of mail a user wants.

use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::mail::MailKind;
use facility_kernel::{StoreError, UserId};

/// The kinds of mail that a user has turned off. A new account gets all kinds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MailChoice(Vec<MailKind>);

impl MailChoice {
    /// Creates the choice of a user who turned off these kinds.
    pub const fn without(declined: Vec<MailKind>) -> Self {
        Self(declined)
    }

    pub fn wants(&self, kind: MailKind) -> bool {
        !self.0.contains(&kind)
    }
}

/// Changes to a user's mail settings. Kinds that are not listed remain unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailChoiceChange {
    pub user: UserId,
    /// The kinds, and whether each is wanted.
    pub switches: Vec<(MailKind, bool)>,
}

/// Storage for mail settings.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait MailChoices: Send + Sync {
    async fn of(&self, user: UserId) -> Result<MailChoice, StoreError>;

    async fn set(&self, change: Audited<MailChoiceChange>) -> Result<(), StoreError>;
}
