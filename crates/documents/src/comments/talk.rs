//! Notifications about a comment: to mentioned users, to the author of the comment replied to, and to the owner of the
//! document. Users who watch the document are notified too; the store determines them.

use super::Comment;
use crate::document::Document;
use crate::portions::{cut, levels};
use facility_audit::mail::Mail;
use facility_kernel::{Clearance, IdGenerator, UserId};
use facility_users::news::{NewsKind, Notification, NotificationId, Subject};
use std::collections::BTreeMap;

/// Maximum number of users that a comment can mention.
pub const MAX_MENTIONS: usize = 10;

/// Range of username lengths in characters.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 3..=50;

/// A user with an approved account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub id: UserId,
    /// The username in the form used for comparison.
    pub key: String,
    pub clearance: Clearance,
    pub is_admin: bool,
}

/// Returns the possible usernames mentioned in a comment for readers of level `least`, each with the lowest level whose
/// readers see it. A mention is an `@` that does not follow a letter or digit, and a name.
pub fn names(content: &str, least: Clearance) -> BTreeMap<String, Clearance> {
    let mut found = BTreeMap::new();
    for level in std::iter::once(least).chain(levels(content)) {
        for name in names_in(&cut(content, level).text) {
            found.entry(name).or_insert_with(|| level.max(least));
        }
    }
    found
}

fn names_in(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let mut names = Vec::new();
    for (at, _sign) in text.match_indices('@') {
        let (before, after) = (text.get(..at), text.get(at + 1..).unwrap_or_default());
        if before.and_then(|before| before.chars().next_back()).is_some_and(char::is_alphanumeric) {
            continue;
        }
        let end = after.find(|c| !is_part(c)).unwrap_or(after.len());
        let whole = after.get(..end).unwrap_or_default();
        // The hyphen or underscore may be punctuation.
        for name in [whole, whole.trim_end_matches(['-', '_'])] {
            let key = name.to_ascii_lowercase();
            if NAME_CHARS.contains(&name.len()) && !names.contains(&key) {
                names.push(key);
            }
        }
    }
    names
}

/// Returns the notifications about a comment on this document. Each user gets one; a reply takes precedence over a
/// mention. `named` are the mentioned users, with the level of each mention. A notification is visible while its user
/// may read the document and has the level.
pub(crate) fn notifications(
    ids: &dyn IdGenerator,
    document: &Document,
    (comment, author): (&Comment, &str),
    named: &[(Person, Clearance)],
    answered: Option<UserId>,
) -> Vec<Notification> {
    let answered = answered.map(|id| (id, NewsKind::Answer, comment.clearance));
    let named = named.iter().map(|(person, level)| (person.id, NewsKind::Mention, *level));
    let owner = (document.owner, NewsKind::Comment, comment.clearance);
    let mut notifications: Vec<Notification> = Vec::new();
    for (recipient, kind, level) in answered.into_iter().chain(named).chain([owner]) {
        let is_known = notifications.iter().any(|one| one.recipient == recipient);
        if recipient != comment.author && !recipient.is_emergency_access() && !is_known {
            let id = NotificationId::generate(ids);
            notifications.push(news(id, recipient, (kind, level), (comment, author), &document.text.title));
        }
    }
    notifications
}

/// Creates a notification about a comment on a document with this title, for readers of this level.
pub(super) fn news(
    id: NotificationId,
    recipient: UserId,
    (kind, level): (NewsKind, Clearance),
    (comment, author): (&Comment, &str),
    title: &str,
) -> Notification {
    let subject = Subject::Document(comment.document_id);
    Notification {
        decided_by: Some(author.to_owned()),
        about: Some(comment.id),
        level: Some(level),
        ..Notification::new(id, recipient, kind, subject, title.to_owned(), comment.updated_at)
    }
}

/// Creates a notification about a new version for a user who watches the document.
pub fn news_of_version(id: NotificationId, recipient: UserId, after: &Document) -> Notification {
    let (subject, title) = (Subject::Document(after.id), after.text.title.clone());
    Notification {
        level: Some(after.clearance),
        ..Notification::new(id, recipient, NewsKind::Watched, subject, title, after.updated_at)
    }
}

/// Returns the mail for those of `notifications` who may read their notification now.
pub(crate) fn mail(
    ids: &dyn IdGenerator,
    document: &Document,
    comment: &Comment,
    notifications: &[Notification],
    people: &[Person],
) -> Vec<Mail> {
    let may_read = |news: &&Notification| {
        people.iter().any(|person| {
            let is_released = document.release_at.is_none_or(|at| at <= comment.updated_at);
            person.id == news.recipient
                && news.level.is_none_or(|level| person.clearance >= level.max(document.clearance))
                && (is_released || person.is_admin)
        })
    };
    notifications.iter().filter(may_read).filter_map(|news| news.mail(ids)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    #[test]
    fn a_name_follows_a_sign_that_stands_after_no_letter_or_digit() {
        for (text, expected) in [
            ("@Mira-Holt, look", vec!["mira-holt"]),
            ("(@bram) and @bram again", vec!["bram"]),
            ("mail@bram.org 7@bram é@bram", vec![]),
            ("@ab @ @@juno", vec!["juno"]),
            ("ask @juno- or @a_b_", vec!["a_b", "a_b_", "juno", "juno-"]),
            ("\u{2014}@juno\u{2019}s", vec!["juno"]),
        ] {
            let found: Vec<_> = names(text, level(1)).into_keys().collect();
            assert_eq!(found, expected, "{text}");
        }
        assert!(names(&format!("@{}", "x".repeat(51)), level(1)).is_empty());
    }

    #[test]
    fn a_name_in_a_passage_is_for_readers_of_the_passage() {
        let found = names("@bram {{4|@juno and @bram}}\n:::level 3\n@mira\n:::\n", level(2));
        let expected = [("bram", 2), ("juno", 4), ("mira", 3)];
        assert_eq!(found, expected.map(|(name, n)| (name.to_owned(), level(n))).into());
    }
}
