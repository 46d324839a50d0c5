//! API representations: every member is present, and absent values are null.

pub mod analytics;
pub mod archive;
pub mod audit;
pub mod comment;
pub mod comparison;
pub mod document;
pub mod draft;
pub mod edit;
pub mod first_steps;
pub mod link;
pub mod mail;
pub mod news;
mod opened;
mod past;
pub mod security;
pub mod session;
pub mod submission;
pub mod template;
pub mod trash;
pub mod two_factor;
pub mod user;
pub mod version;
pub mod views;

use serde::de::IgnoredAny;

/// A member that is accepted without effect.
#[derive(Debug, Default)]
pub struct Ignored;

impl<'de> serde::Deserialize<'de> for Ignored {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}
