//! Typed ids: UUIDs (RFC 9562) in lower case. Records that users see by a short label have random ids; log rows have
//! chronological ids.

use crate::ParseError;
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;

/// A source of new ids. Implementations MUST never return the same id twice.
pub trait IdGenerator: Send + Sync {
    /// Returns the next chronological id (UUID version 7), for log rows. MUST sort after every earlier one.
    fn next(&self) -> Uuid;

    /// Returns a random id (UUID version 4), for records with a short label: its first characters MUST be random too.
    fn random(&self) -> Uuid;
}

macro_rules! typed_ids {
    ($($(#[$doc:meta])* $name:ident: $method:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Uuid);

        impl $name {
            /// Generates a new id.
            pub fn generate(ids: &dyn IdGenerator) -> Self {
                Self(ids.$method())
            }
            /// Wraps a UUID that is known to identify such a record.
            pub const fn from_uuid(value: Uuid) -> Self {
                Self(value)
            }
            pub const fn as_uuid(&self) -> Uuid {
                self.0
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
        impl FromStr for $name {
            type Err = ParseError;
            fn from_str(text: &str) -> Result<Self, ParseError> {
                parse_uuid(text).map(Self)
            }
        }
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}

typed_ids! {
    DocumentId: random,
    SubmissionId: random,
    ApprovalStepId: next,
    /// Id of an upload ticket and of its object.
    UploadId: next,
    /// Id of a session. Not its token.
    SessionId: next,
    AuditEntryId: next,
    /// Id of a sign-in attempt or a document access.
    AttemptId: next,
    SectionId: random,
    TemplateId: random,
    DraftId: random,
    EditId: random,
    VersionId: random,
    CommentId: random,
}

fn parse_uuid(text: &str) -> Result<Uuid, ParseError> {
    // Only the hyphenated lower-case form is valid, so that each id has one spelling.
    let value = Uuid::try_parse(text).map_err(|source| ParseError::new("id", source.to_string()))?;
    if text.len() == 36 && !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Ok(value)
    } else {
        Err(ParseError::new("id", "invalid id: expected a lower-case UUID".to_owned()))
    }
}

/// Id of a user: the UUID of an account, or `emergency-access` for the protected emergency-access user.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum UserId {
    /// An account that was registered or created by an operator.
    Account(Uuid),
    EmergencyAccess,
}

impl UserId {
    /// Both the id and the username of the emergency-access user.
    pub const EMERGENCY_ACCESS: &'static str = "emergency-access";

    /// Generates a new account id.
    pub fn generate(ids: &dyn IdGenerator) -> Self {
        Self::Account(ids.random())
    }

    /// Whether this is the emergency-access user.
    pub const fn is_emergency_access(&self) -> bool {
        matches!(self, Self::EmergencyAccess)
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account(id) => fmt::Display::fmt(id, f),
            Self::EmergencyAccess => f.write_str(Self::EMERGENCY_ACCESS),
        }
    }
}

impl FromStr for UserId {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == Self::EMERGENCY_ACCESS { Ok(Self::EmergencyAccess) } else { parse_uuid(text).map(Self::Account) }
    }
}

impl serde::Serialize for UserId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_in_another_spelling_is_refused() {
        let text = "018f3c5e-7b1a-7c3d-8e9f-0a1b2c3d4e5f";
        assert_eq!(text.parse::<DocumentId>().unwrap().to_string(), text);
        for bad in ["", "x", "018F3C5E-7B1A-7C3D-8E9F-0A1B2C3D4E5F", "018f3c5e7b1a7c3d8e9f0a1b2c3d4e5f"] {
            assert!(bad.parse::<DocumentId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn labelled_ids_are_random_and_ids_of_log_rows_follow_time() {
        struct Telling;
        impl IdGenerator for Telling {
            fn next(&self) -> Uuid {
                Uuid::from_u128(7)
            }
            fn random(&self) -> Uuid {
                Uuid::from_u128(4)
            }
        }
        let random = Uuid::from_u128(4);
        assert_eq!(UserId::generate(&Telling), UserId::Account(random));
        assert_eq!(DocumentId::generate(&Telling).as_uuid(), random);
        assert_eq!(SubmissionId::generate(&Telling).as_uuid(), random);
        assert_eq!(SectionId::generate(&Telling).as_uuid(), random);
        let ordered = Uuid::from_u128(7);
        assert_eq!(AuditEntryId::generate(&Telling).as_uuid(), ordered);
        assert_eq!(AttemptId::generate(&Telling).as_uuid(), ordered);
    }

    #[test]
    fn only_emergency_access_is_a_named_user_id() {
        assert!("emergency-access".parse::<UserId>().unwrap().is_emergency_access());
        assert!("administrator".parse::<UserId>().is_err());
    }
}
