//! Audit entries, and the envelope that ties a change to its entry and its mail.

use crate::action::{Action, EntityType};
use crate::mail::Mail;
use facility_kernel::{Actor, AdminActor, AuditEntryId, IdGenerator, RequestContext, Timestamp, UserId};
use serde_json::{Map, Value};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Performer {
    User {
        id: UserId,
        /// The username at that time.
        username: String,
    },
    /// An anonymous caller.
    Anonymous {
        /// The entered name, if any, in the form that may be stored.
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

/// Details of an action as JSON members. They never contain passwords, codes, keys, tokens or document text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Details(Map<String, Value>);

impl Details {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a member.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Adds all members of `others`.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The details as a JSON object with members in alphabetical order. None if empty.
    pub fn to_json(&self) -> Option<String> {
        // serde_json's map is sorted, so the text and its hash do not depend on the order of `with`.
        if self.0.is_empty() { None } else { Some(Value::Object(self.0.clone()).to_string()) }
    }
}

/// A log entry before it has a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub id: AuditEntryId,
    pub action: Action,
    pub entity_type: EntityType,
    /// Id of the affected record. None if there is no single record.
    pub entity_id: Option<String>,
    pub performer: Performer,
    pub details: Details,
    pub ip_address: Option<String>,
    /// The caller's user agent, at most 512 characters.
    pub user_agent: Option<String>,
    pub request_id: String,
    /// Whether it is an administrator's action.
    pub is_admin_action: bool,
    /// Number of equal actions that this entry combines. Only refusals have more than one.
    pub count: u32,
    /// The time of the action, or of the last one of several.
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

    #[must_use]
    pub fn on(mut self, entity_id: &impl ToString) -> Self {
        self.entity_id = Some(entity_id.to_string());
        self
    }

    #[must_use]
    pub fn details(mut self, details: Details) -> Self {
        self.details = details;
        self
    }

    /// Sets the number of equal actions that this entry combines.
    #[must_use]
    pub fn times(mut self, count: u32) -> Self {
        self.count = count;
        self
    }

    /// Marks the entry as an administrator's action.
    #[must_use]
    pub fn as_admin(mut self) -> Self {
        self.is_admin_action = true;
        self
    }
}

/// A change with its audit entry and the mail about it, which are written in one transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audited<C> {
    change: C,
    entry: Entry,
    mail: Vec<Mail>,
}

impl<C> Audited<C> {
    /// Combines a change with its entry.
    pub const fn new(change: C, entry: Entry) -> Self {
        Self { change, entry, mail: Vec::new() }
    }

    /// Adds messages, which are queued in the transaction of the change.
    #[must_use]
    pub fn mailing(mut self, mail: impl IntoIterator<Item = Mail>) -> Self {
        self.mail.extend(mail);
        self
    }

    pub const fn change(&self) -> &C {
        &self.change
    }

    pub const fn entry(&self) -> &Entry {
        &self.entry
    }

    pub fn mail(&self) -> &[Mail] {
        &self.mail
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::{SequentialIds, actor, context};

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
