//! Clearance levels and access keys.

use crate::ParseError;
use std::fmt;
use std::str::FromStr;

/// A clearance level from 1 (lowest) to 5 (highest).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Clearance(u8);

impl Clearance {
    /// The lowest level, 1.
    pub const MIN: Self = Self(1);
    /// The highest level, 5.
    pub const MAX: Self = Self(5);

    /// Creates a level from 1 to 5. Fails for any other number.
    pub fn parse(level: i64) -> Result<Self, ParseError> {
        match u8::try_from(level) {
            Ok(level @ 1..=5) => Ok(Self(level)),
            _ => Err(ParseError::new("clearanceLevel", "Clearance level must be between 1 and 5".to_owned())),
        }
    }

    /// The level as a number from 1 to 5.
    pub const fn level(self) -> u8 {
        self.0
    }

    pub fn all() -> impl Iterator<Item = Self> {
        (1..=5).map(Self)
    }

    /// The level's display name.
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "SUBJECT",
            2 => "INNOVATION",
            3 => "SECURITY",
            4 => "TASK FORCE",
            5 => "SITE COMMAND / DEVELOPER",
            _ => "UNKNOWN",
        }
    }
}

impl fmt::Display for Clearance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl serde::Serialize for Clearance {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> serde::Deserialize<'de> for Clearance {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(i64::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

crate::named! {
    /// The access key chosen at registration and required at sign-in.
    pub enum AccessKey {
        /// Level 1.
        Subject => "subject",
        /// Level 2.
        Innovation => "innovation",
        /// Level 3.
        Security => "security",
        /// Level 4.
        Taskforce => "taskforce",
        /// Level 5. Requests administrator rights.
        Command => "command",
        /// Level 5. Requests administrator rights.
        Developer => "developer",
    }
}

impl AccessKey {
    /// The key's display name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Subject => "Subject",
            Self::Innovation => "Innovation Department",
            Self::Security => "Security Department",
            Self::Taskforce => "Task Force Detachment",
            Self::Command => "Site Command",
            Self::Developer => "Developer",
        }
    }

    /// The level that a registration with this key requests.
    pub const fn clearance(self) -> Clearance {
        Clearance(match self {
            Self::Subject => 1,
            Self::Innovation => 2,
            Self::Security => 3,
            Self::Taskforce => 4,
            Self::Command | Self::Developer => 5,
        })
    }

    /// Whether a registration with this key requests administrator rights. The request alone grants nothing.
    pub const fn claims_admin(self) -> bool {
        matches!(self, Self::Command | Self::Developer)
    }
}

impl FromStr for AccessKey {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        crate::named::one_of(text, "accessKey", "Access key")
    }
}

impl fmt::Display for AccessKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for AccessKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_outside_one_to_five_are_refused() {
        for level in [-1, 0, 6, 256, i64::MAX] {
            assert!(Clearance::parse(level).is_err(), "{level}");
        }
        assert_eq!(Clearance::all().map(Clearance::level).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn access_keys_map_to_levels() {
        let levels: Vec<u8> = AccessKey::ALL.iter().map(|key| key.clearance().level()).collect();
        assert_eq!(levels, [1, 2, 3, 4, 5, 5]);
        let claims: Vec<bool> = AccessKey::ALL.iter().map(|key| key.claims_admin()).collect();
        assert_eq!(claims, [false, false, false, false, true, true]);
        for key in AccessKey::ALL {
            assert_eq!(key.as_str().parse::<AccessKey>().unwrap(), key);
        }
        assert!("Subject".parse::<AccessKey>().is_err());
    }
}
