//! Tests of announcements.

use super::*;
use facility_kernel::testing::{TEST_NOW, numbered};

#[test]
fn topics_round_trip_as_text() {
    for topics in [Topics::NONE, Topics::CONTENT, Topics::ACCESS, Topics::of(&Topic::ALL)] {
        assert_eq!(topics.to_string().parse(), Ok(topics));
    }
    assert_eq!("users,security".parse(), Ok(Topics::of(&[Topic::Security, Topic::Users])));
    assert_eq!("users,weather".parse::<Topics>(), Err(UnknownTopic));
}

#[test]
fn announcement_of_each_action() {
    let table = Action::ALL.iter().map(|action| {
        let Announcement { topics, audience } = action.announcement();
        let audience = if audience == Audience::Everyone { "everyone" } else { "admins" };
        format!("{:<24} {audience:<8} {topics}\n", action.as_str())
    });
    insta::assert_snapshot!(table.collect::<String>());
}

#[test]
fn changed_settings_are_announced_to_their_user_too() {
    let user = UserId::Account(numbered(7));
    let own = ["user_settings_updated", "two_factor_enabled", "two_factor_disabled"];
    for action in own {
        let told = Announcement::of_entry(action, Some(&user.to_string())).unwrap();
        let audiences: Vec<Audience> = told.iter().map(|one| one.audience).collect();
        assert_eq!(audiences, [Audience::Admins, Audience::User(user)]);
        assert!(told.iter().all(|one| one.topics == Topics::of(&[Topic::Users])));
    }
    let reminded = Announcement::of_entry("review_reminded", Some(&user.to_string())).unwrap();
    let news = Announcement { topics: Topics::of(&[Topic::Submissions]), audience: Audience::User(user) };
    assert_eq!(reminded, [Action::ReviewReminded.announcement(), news]);
    let is_other = |action: &&Action| **action != Action::ReviewReminded && !own.contains(&action.as_str());
    for action in Action::ALL.iter().filter(is_other) {
        let told = Announcement::of_entry(action.as_str(), Some(&user.to_string())).unwrap();
        assert_eq!(told, [action.announcement()]);
    }
    assert_eq!(Announcement::of_entry("invented_by_a_later_release", None), None);
}

#[test]
fn only_shared_content_advances_the_timestamp() {
    let (before, later) = (TEST_NOW, TEST_NOW.plus(std::time::Duration::from_secs(1)));
    assert_eq!(content_changed(before, Action::AccessDenied, later), before);
    assert_eq!(content_changed(before, Action::SettingsUpdated, later), before);
    assert_eq!(content_changed(before, Action::DocumentDeleted, later), later);
}

#[test]
fn timestamp_always_changes_on_the_wire() {
    let before = Timestamp::from_micros(5_999);
    for (now, next) in [(6_000, 6_000), (7_123, 7_123), (5_999, 6_000), (5_000, 6_000), (-1, 6_000)] {
        let changed = content_changed(before, Action::DocumentDeleted, Timestamp::from_micros(now));
        assert_eq!(changed.as_micros(), next, "{now}");
    }
}

#[test]
fn security_topics_are_announced_to_administrators_only() {
    for action in Action::ALL {
        let Announcement { topics, audience } = action.announcement();
        assert!(!topics.is_empty(), "{}", action.as_str());
        let is_secret = topics.intersects(Topics::of(&[Topic::Security]));
        assert!(!is_secret || audience == Audience::Admins, "{}", action.as_str());
    }
}
