//! Security alerts, computed from recorded sign-in attempts and from the actions that always raise one.

use crate::action::Action;
use crate::attempts::AttemptTally;
use facility_kernel::Timestamp;

/// An alert is raised above this number of suspicious attempts in a day.
pub const ALERT_ABOVE: u64 = 5;
/// The alert becomes critical above this number.
pub const CRITICAL_ABOVE: u64 = 10;

facility_kernel::named! {
    /// How urgent an alert is.
    pub enum Severity as "AlertSeverity" {
        /// More than [`ALERT_ABOVE`] suspicious attempts, a static code, or a locked second factor.
        High => "high",
        /// More than [`CRITICAL_ABOVE`], or a use of one of the site's keys.
        Critical => "critical",
    }
}

facility_kernel::named! {
    /// What raised an alert.
    pub enum AlertCause {
        /// Many suspicious sign-in attempts.
        SuspiciousSignIns => "suspicious_sign_ins",
        /// Somebody signed in with a static code.
        StaticCodeUsed => Action::StaticCodeUsed.as_str(),
        /// Wrong codes locked the second factor of an account.
        SecondFactorLocked => Action::SecondFactorLocked.as_str(),
        /// Somebody opened emergency access with its key.
        EmergencyAccessOpened => Action::EmergencyAccessOpened.as_str(),
        /// Somebody issued codes with the master key.
        EmergencyCodesSynchronized => Action::EmergencyCodesSynchronized.as_str(),
        /// Somebody used the master key, and no codes were issued.
        MasterKeyUsed => Action::MasterKeyUsed.as_str(),
    }
}

impl AlertCause {
    /// Returns the cause for an action that always raises an alert.
    pub fn of_action(action: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| *cause != Self::SuspiciousSignIns && cause.as_str() == action)
    }

    /// Using one of the site's keys is always critical.
    const fn severity_of_alarm(self) -> Severity {
        match self {
            Self::EmergencyAccessOpened | Self::EmergencyCodesSynchronized | Self::MasterKeyUsed => Severity::Critical,
            Self::SuspiciousSignIns | Self::StaticCodeUsed | Self::SecondFactorLocked => Severity::High,
        }
    }

    /// A description of the cause, without names.
    const fn words(self) -> &'static str {
        match self {
            Self::SuspiciousSignIns => "Suspicious sign-in attempts",
            Self::StaticCodeUsed => "Somebody signed in with a static code",
            Self::SecondFactorLocked => "Wrong codes locked a second factor",
            Self::EmergencyAccessOpened => "Emergency access was opened with its key",
            Self::EmergencyCodesSynchronized => "Codes were issued with the master key",
            Self::MasterKeyUsed => "The master key was used, and no codes were issued",
        }
    }
}

/// An audit log entry whose action always raises an alert.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alarm {
    /// The cause; never [`AlertCause::SuspiciousSignIns`].
    pub cause: AlertCause,
    pub number: i64,
    pub at: Timestamp,
    /// The affected account's username, or the actor's.
    pub person: Option<String>,
}

/// An alert for administrators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecurityAlert {
    /// For suspicious sign-ins, the id changes with the severity, with the UTC day of the last attempt, and each time
    /// the number of attempts doubles, so an alert that was read becomes unread again. Each alarm has its own id.
    pub id: String,
    pub cause: AlertCause,
    pub severity: Severity,
    /// Number of suspicious attempts in the last day. 0 for an alarm.
    pub suspicious_attempts: u64,
    /// The time of the newest suspicious attempt, or of the alarm.
    pub last_at: Timestamp,
    /// For an alarm: the affected account's username, or the actor's.
    pub person: Option<String>,
}

impl SecurityAlert {
    /// Returns the alert for the attempts of the last day. None if at most [`ALERT_ABOVE`] were suspicious.
    pub fn of(tally: &AttemptTally) -> Option<Self> {
        let last_at = tally.last_suspicious.filter(|_| tally.suspicious > ALERT_ABOVE)?;
        let severity = if tally.suspicious > CRITICAL_ABOVE { Severity::Critical } else { Severity::High };
        Some(Self {
            id: format!("security:{}:{}{}", severity.as_str(), day_of(last_at), step_of(tally.suspicious)),
            cause: AlertCause::SuspiciousSignIns,
            severity,
            suspicious_attempts: tally.suspicious,
            last_at,
            person: None,
        })
    }

    pub fn of_alarm(alarm: Alarm) -> Self {
        let Alarm { cause, number, at, person } = alarm;
        Self {
            id: format!("security:{}:{number}", cause.as_str()),
            cause,
            severity: cause.severity_of_alarm(),
            suspicious_attempts: 0,
            last_at: at,
            person,
        }
    }

    /// Returns the deduplication key of the mail about this alert. Alarms of one cause are mailed once a day, so that
    /// nobody can trigger mail at will.
    pub fn once(&self) -> String {
        match self.cause {
            AlertCause::SuspiciousSignIns => self.id.clone(),
            cause => format!("security:{}:{}", cause.as_str(), day_of(self.last_at)),
        }
    }

    /// Returns what happened, without names.
    pub fn summary(&self) -> String {
        match self.cause {
            AlertCause::SuspiciousSignIns => {
                format!("{} suspicious sign-in attempts in the last 24 hours", self.suspicious_attempts)
            }
            cause => cause.words().to_owned(),
        }
    }

    /// Returns what happened, with names, for administrators.
    pub fn message(&self) -> String {
        let Some(person) = &self.person else { return self.summary() };
        match self.cause {
            AlertCause::StaticCodeUsed => format!("{person} signed in with the static code"),
            AlertCause::SecondFactorLocked => format!("Wrong codes locked the second factor of {person}"),
            AlertCause::EmergencyAccessOpened => format!("{person} was opened with the emergency key"),
            AlertCause::EmergencyCodesSynchronized => {
                format!("Codes for {person} were issued with the master key")
            }
            AlertCause::MasterKeyUsed | AlertCause::SuspiciousSignIns => self.summary(),
        }
    }
}

/// Returns how often the number has doubled since it first became critical, as an id suffix. Empty before the first
/// doubling.
fn step_of(attempts: u64) -> String {
    match (attempts / (CRITICAL_ABOVE + 1)).checked_ilog2() {
        None | Some(0) => String::new(),
        Some(step) => format!(":{step}"),
    }
}

/// Returns the UTC date, for example `2026-01-01`.
fn day_of(at: Timestamp) -> String {
    at.to_string().chars().take("2026-01-01".len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::TEST_NOW;
    use std::time::Duration;

    fn tally(suspicious: u64) -> AttemptTally {
        AttemptTally { attempts: 90, failed: 40, suspicious, last_suspicious: Some(TEST_NOW) }
    }

    #[test]
    fn alert_is_raised_above_five_and_critical_above_ten() {
        let severity = |n| SecurityAlert::of(&tally(n)).map(|alert| alert.severity);
        assert_eq!([severity(0), severity(5)], [None, None]);
        assert_eq!([severity(6), severity(10)], [Some(Severity::High); 2]);
        assert_eq!(severity(11), Some(Severity::Critical));
        let never = AttemptTally { last_suspicious: None, ..tally(99) };
        assert_eq!(SecurityAlert::of(&never), None);
    }

    #[test]
    fn alert_keeps_its_id_until_it_escalates_or_another_day_begins() {
        let id = |tally| SecurityAlert::of(&tally).unwrap().id;
        assert_eq!(id(tally(6)), id(tally(10)));
        assert_ne!(id(tally(10)), id(tally(11)));
        assert_eq!(id(tally(11)), id(tally(21)));
        assert_ne!(id(tally(21)), id(tally(22)), "twice as many");
        assert_eq!(id(tally(22)), id(tally(43)));
        assert_ne!(id(tally(43)), id(tally(44)));
        assert_eq!(SecurityAlert::of(&tally(6)).map(|alert| alert.once()), Some(id(tally(6))));
        let tomorrow = Some(TEST_NOW.plus(Duration::from_hours(24)));
        assert_ne!(id(tally(6)), id(AttemptTally { last_suspicious: tomorrow, ..tally(6) }));
        assert!(id(tally(6)).starts_with("security:high:20"));
        let alert = SecurityAlert::of(&tally(7)).unwrap();
        assert_eq!(alert.message(), "7 suspicious sign-in attempts in the last 24 hours");
    }

    #[test]
    fn each_alarm_is_an_alert_that_is_mailed_once_a_day() {
        let alarm = |cause, number| Alarm { cause, number, at: TEST_NOW, person: Some("mercer".to_owned()) };
        let first = SecurityAlert::of_alarm(alarm(AlertCause::StaticCodeUsed, 7));
        let second = SecurityAlert::of_alarm(alarm(AlertCause::StaticCodeUsed, 9));
        assert_eq!(
            (first.id.as_str(), second.id.as_str()),
            ("security:static_code_used:7", "security:static_code_used:9")
        );
        assert_eq!(first.once(), second.once());
        assert_eq!(first.suspicious_attempts, 0);
        assert_ne!(SecurityAlert::of_alarm(alarm(AlertCause::EmergencyAccessOpened, 8)).once(), first.once());
    }

    #[test]
    fn messages_name_the_person_and_summaries_do_not() {
        for (cause, message, severity) in [
            (AlertCause::StaticCodeUsed, "mercer signed in with the static code", Severity::High),
            (AlertCause::SecondFactorLocked, "Wrong codes locked the second factor of mercer", Severity::High),
            (AlertCause::EmergencyAccessOpened, "mercer was opened with the emergency key", Severity::Critical),
            (
                AlertCause::EmergencyCodesSynchronized,
                "Codes for mercer were issued with the master key",
                Severity::Critical,
            ),
            (AlertCause::MasterKeyUsed, "The master key was used, and no codes were issued", Severity::Critical),
        ] {
            let person = Some("mercer".to_owned());
            let alert = SecurityAlert::of_alarm(Alarm { cause, number: 7, at: TEST_NOW, person });
            assert_eq!((alert.message().as_str(), alert.severity), (message, severity));
            assert!(!alert.summary().contains("mercer"), "{cause:?}");
        }
    }

    #[test]
    fn cause_of_an_alarm_is_found_by_its_action() {
        for action in [
            "static_code_used",
            "two_factor_locked",
            "emergency_access_opened",
            "emergency_codes_synchronized",
            "master_key_used",
        ] {
            assert_eq!(AlertCause::of_action(action).map(AlertCause::as_str), Some(action));
        }
        assert_eq!(AlertCause::of_action("suspicious_sign_ins"), None);
        assert_eq!(AlertCause::of_action("login_failed"), None);
    }
}
