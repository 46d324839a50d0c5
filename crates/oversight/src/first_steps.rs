//! First steps shown on the home screen, for new users and for administrators of a new installation.

use facility_kernel::Timestamp;
use facility_users::user::User;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// How long after registration a user sees their first steps.
const LISTED_PERIOD: Duration = Duration::from_hours(14 * 24);
/// Maximum age of a backup that counts.
const MAX_BACKUP_AGE: Duration = Duration::from_hours(30 * 24);

facility_kernel::named! {
    /// A first step.
    pub enum FirstStep {
        /// Read a document of another user.
        Read => "read",
        /// Submit something.
        Submit => "submit",
        /// Have something in the workspace: a draft or a submission. Merely opening an empty workspace is not recorded.
        Workspace => "workspace",
        /// Set up a second factor, for administrators.
        SecondFactor => "second_factor",
        /// Send a message, or tick the step.
        Mail => "mail",
        /// Make a backup that the server has seen within the last 30 days, or tick the step.
        Backup => "backup",
        /// Have another administrator.
        SecondAdministrator => "second_administrator",
        /// Have a document.
        FirstRecord => "first_record",
    }
}

/// A first step with its state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListedStep {
    pub step: FirstStep,
    pub done: bool,
}

/// Which first steps a home screen shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepsOf {
    User,
    Administrator,
}

impl StepsOf {
    /// Returns which steps the home screen of this account shows. `None` if it shows none. `unread` is the number of
    /// unread notifications: the first one replaces a user's steps.
    pub fn listed(account: &User, unread: u64, now: Timestamp) -> Option<Self> {
        if account.id.is_emergency_access() || account.first_steps_hidden {
            None
        } else if account.is_admin {
            Some(Self::Administrator)
        } else {
            (unread == 0 && now < account.created_at.plus(LISTED_PERIOD)).then_some(Self::User)
        }
    }
}

/// A user's progress with the first steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UserProgress {
    /// Whether they have read a notification.
    pub was_told: bool,
    /// Whether they have read a document of another user.
    pub has_read: bool,
    /// Whether they have submitted anything.
    pub has_submitted: bool,
}

impl UserProgress {
    /// Returns the steps of a user with this number of drafts. `None` if all are done, or the user has read a
    /// notification.
    pub fn steps(self, drafts: u64) -> Option<Vec<ListedStep>> {
        if self.was_told {
            return None;
        }
        unless_done([
            (FirstStep::Read, self.has_read),
            (FirstStep::Submit, self.has_submitted),
            (FirstStep::Workspace, self.has_submitted || drafts > 0),
        ])
    }
}

/// An installation's progress with the first steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AdminProgress {
    /// Whether one of the newest messages was sent.
    pub has_sent_mail: bool,
    /// Whether there are other approved administrators.
    pub has_others: bool,
    /// Whether there is a document.
    pub has_record: bool,
}

impl AdminProgress {
    /// Returns the steps of this administrator. `None` if all are done.
    pub fn steps(self, account: &User, backed_up: Option<Timestamp>, now: Timestamp) -> Option<Vec<ListedStep>> {
        let ticked = account.first_steps_ticked;
        let has_backup = backed_up.is_some_and(|at| at > now.minus(MAX_BACKUP_AGE));
        unless_done([
            (FirstStep::SecondFactor, account.two_factor_enabled),
            (FirstStep::Mail, ticked.mail || self.has_sent_mail),
            (FirstStep::Backup, ticked.backup || has_backup),
            (FirstStep::SecondAdministrator, self.has_others),
            (FirstStep::FirstRecord, self.has_record),
        ])
    }
}

fn unless_done<const N: usize>(steps: [(FirstStep, bool); N]) -> Option<Vec<ListedStep>> {
    let is_done = steps.iter().all(|(_, done)| *done);
    (!is_done).then(|| steps.into_iter().map(|(step, done)| ListedStep { step, done }).collect())
}

/// When the newest backup was written, as far as this server knows. Clones share the value.
#[derive(Clone, Debug)]
pub struct LastBackup(Arc<AtomicI64>);

impl Default for LastBackup {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(i64::MIN)))
    }
}

impl LastBackup {
    /// Records that the newest backup was written at this time.
    pub fn saw(&self, written: Timestamp) {
        self.0.store(written.as_micros(), Ordering::Relaxed);
    }

    /// Returns when it was written. `None` if the server has seen none.
    pub fn seen(&self) -> Option<Timestamp> {
        let micros = self.0.load(Ordering::Relaxed);
        (micros != i64::MIN).then(|| Timestamp::from_micros(micros))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use facility_kernel::{AccessKey, UserId};
    use facility_users::user::{TickedSteps, Username};

    fn account(is_admin: bool) -> User {
        let name = Username::parse("mercer").unwrap();
        let id = UserId::Account(numbered(1));
        let user = User::register(id, &name, AccessKey::Subject, TEST_NOW);
        User { is_approved: true, is_admin, ..user }
    }

    fn done(steps: Option<Vec<ListedStep>>) -> Option<Vec<FirstStep>> {
        let done = |steps: Vec<ListedStep>| steps.into_iter().filter(|step| step.done).map(|step| step.step);
        steps.map(|steps| done(steps).collect())
    }

    #[test]
    fn steps_are_listed_until_they_are_hidden_and_of_users_until_news_or_14_days() {
        let (user, admin) = (account(false), account(true));
        let (last, over) = (Duration::from_hours(14 * 24 - 1), Duration::from_hours(14 * 24));
        for (account, unread, after, listed) in [
            (user.clone(), 0, Duration::ZERO, Some(StepsOf::User)),
            (user.clone(), 0, last, Some(StepsOf::User)),
            (user.clone(), 0, over, None),
            (user.clone(), 1, Duration::ZERO, None),
            (User { first_steps_hidden: true, ..user }, 0, Duration::ZERO, None),
            (admin.clone(), 3, over * 100, Some(StepsOf::Administrator)),
            (User { first_steps_hidden: true, ..admin }, 0, Duration::ZERO, None),
            (User::emergency_access(TEST_NOW), 0, Duration::ZERO, None),
        ] {
            let now = TEST_NOW.plus(after);
            assert_eq!(StepsOf::listed(&account, unread, now), listed, "{account:?} {unread} {now}");
        }
    }

    #[test]
    fn user_steps_disappear_when_done_or_with_the_first_news() {
        let none = UserProgress::default();
        assert_eq!(none.steps(0).unwrap().len(), 3);
        assert_eq!(done(none.steps(0)), Some(vec![]));
        assert_eq!(done(none.steps(1)), Some(vec![FirstStep::Workspace]));
        let submitted = UserProgress { has_submitted: true, ..none };
        assert_eq!(done(submitted.steps(0)), Some(vec![FirstStep::Submit, FirstStep::Workspace]));
        let read = UserProgress { has_read: true, ..none };
        assert_eq!(done(read.steps(0)), Some(vec![FirstStep::Read]));
        assert_eq!(UserProgress { has_read: true, ..submitted }.steps(0), None);
        assert_eq!(UserProgress { was_told: true, ..none }.steps(0), None);
    }

    #[test]
    fn administrator_steps_disappear_when_done() {
        let (admin, none) = (account(true), AdminProgress::default());
        assert_eq!(none.steps(&admin, None, TEST_NOW).unwrap().len(), 5);
        assert_eq!(done(none.steps(&admin, None, TEST_NOW)), Some(vec![]));
        let old = TEST_NOW.minus(MAX_BACKUP_AGE);
        assert_eq!(done(none.steps(&admin, Some(old), TEST_NOW)), Some(vec![]));
        let lately = Some(old.plus(Duration::from_secs(1)));
        assert_eq!(done(none.steps(&admin, lately, TEST_NOW)), Some(vec![FirstStep::Backup]));
        let all = AdminProgress { has_sent_mail: true, has_others: true, has_record: true };
        assert_eq!(
            done(all.steps(&admin, None, TEST_NOW)),
            Some(vec![FirstStep::Mail, FirstStep::SecondAdministrator, FirstStep::FirstRecord])
        );
        let protected = User { two_factor_enabled: true, ..admin };
        assert_eq!(done(none.steps(&protected, None, TEST_NOW)), Some(vec![FirstStep::SecondFactor]));
        assert_eq!(all.steps(&protected, lately, TEST_NOW), None);
        let mail = User { first_steps_ticked: TickedSteps { mail: true, backup: false }, ..protected.clone() };
        assert_eq!(done(none.steps(&mail, None, TEST_NOW)), Some(vec![FirstStep::SecondFactor, FirstStep::Mail]));
        let backup = User { first_steps_ticked: TickedSteps { mail: false, backup: true }, ..protected };
        assert_eq!(all.steps(&backup, None, TEST_NOW), None);
    }

    #[test]
    fn clones_share_the_last_backup() {
        let (one, other) = (LastBackup::default(), LastBackup::default());
        assert_eq!(one.seen(), None);
        one.clone().saw(TEST_NOW);
        assert_eq!((one.seen(), other.seen()), (Some(TEST_NOW), None));
    }
}
