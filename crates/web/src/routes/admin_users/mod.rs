//! Administration of accounts.

use crate::dto::AccessKeyDto;
use crate::error::ApiError;
use kernel::{AccessKey, Clearance, UserId};

pub mod approve;
pub mod delete;
pub mod list;
pub mod make_admin;
pub mod remove_admin;
pub mod unlock;
pub mod update_clearance;

/// A level and a key for an account. They may differ from what registration would pair, and neither makes an
/// administrator.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClearanceRequest {
    /// 1 to 5, and not above the administrator's own.
    #[schema(value_type = i32, minimum = 1, maximum = 5)]
    clearance_level: i64,
    /// The key the user has to name at sign-in.
    #[schema(value_type = AccessKeyDto)]
    access_key: String,
}

impl ClearanceRequest {
    fn parse(&self) -> Result<(Clearance, AccessKey), ApiError> {
        let level = Clearance::parse(self.clearance_level).map_err(|error| ApiError::from_parse(&error))?;
        let key = self.access_key.parse().map_err(|error| ApiError::from_parse(&error))?;
        Ok((level, key))
    }
}

/// The account a path names.
fn user_id(text: &str) -> Result<UserId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid("id", "This is not the id of a user"))
}
