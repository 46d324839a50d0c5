//! Typed ids: UUID version 7 (RFC 9562), written in lower case.

use crate::ParseError;
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;

/// Where new ids come from.
///
/// Implementations MUST return ids that sort by the time they were made (UUID version 7) and never twice the same.
pub trait IdGenerator: Send + Sync {
    /// The next id.
    fn next(&self) -> Uuid;
}

macro_rules! typed_ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Uuid);

        impl $name {
            /// Takes the next id from the generator.
            pub fn generate(ids: &dyn IdGenerator) -> Self {
                Self(ids.next())
            }
            /// Wraps a UUID that is already known to name this kind of thing.
            pub const fn from_uuid(value: Uuid) -> Self {
                Self(value)
            }
            /// The UUID inside.
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
    /// Names a document.
    DocumentId,
    /// Names a submission waiting for, or past, its review.
    SubmissionId,
    /// Names one step of a submission's approval.
    ApprovalStepId,
    /// Names an upload ticket and the object stored with it.
    UploadId,
    /// Names a session; it is not the session's token.
    SessionId,
    /// Names an entry of the audit log.
    AuditEntryId,
    /// Names a recorded sign-in attempt or document access.
    AttemptId,
    /// Names a section of the archive.
    SectionId,
}

fn parse_uuid(text: &str) -> Result<Uuid, ParseError> {
    // Only the hyphenated lower-case form is an id of ours: one thing, one spelling.
    let value = Uuid::try_parse(text).map_err(|source| ParseError::new("id", source.to_string()))?;
    if text.len() == 36 && !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Ok(value)
    } else {
        Err(ParseError::new("id", "an id is a lower-case UUID".to_owned()))
    }
}

/// Names a user: an account by its UUID, or the protected pseudo-user `emergency-access`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum UserId {
    /// An account that somebody registered or an operator created.
    Account(Uuid),
    /// The pseudo-user that emergency access signs in as.
    EmergencyAccess,
}

impl UserId {
    /// The id and the username of the emergency-access user.
    pub const EMERGENCY_ACCESS: &'static str = "emergency-access";

    /// Takes the next account id from the generator.
    pub fn generate(ids: &dyn IdGenerator) -> Self {
        Self::Account(ids.next())
    }

    /// Whether this is the protected pseudo-user.
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
        if text == Self::EMERGENCY_ACCESS {
            Ok(Self::EmergencyAccess)
        } else {
            parse_uuid(text).map(Self::Account)
        }
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
    fn an_id_has_one_spelling() {
        let text = "018f3c5e-7b1a-7c3d-8e9f-0a1b2c3d4e5f";
        assert_eq!(text.parse::<DocumentId>().unwrap().to_string(), text);
        for bad in ["", "x", "018F3C5E-7B1A-7C3D-8E9F-0A1B2C3D4E5F", "018f3c5e7b1a7c3d8e9f0a1b2c3d4e5f"] {
            assert!(bad.parse::<DocumentId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn emergency_access_is_the_one_name_among_user_ids() {
        assert!("emergency-access".parse::<UserId>().unwrap().is_emergency_access());
        assert!("administrator".parse::<UserId>().is_err());
    }
}
