//! Administration of accounts.

use crate::dto::user::AccessKeyDto;
use crate::http::error::ApiError;
use facility_kernel::{AccessKey, Clearance, UserId};

pub mod approve;
pub mod delete;
pub mod list;
pub mod make_admin;
pub mod remove_admin;
pub mod reset_password;
pub mod reset_two_factor;
pub mod unlock;
pub mod update_clearance;

/// A level and a key for an account. They need not match as at registration, and neither grants administrator rights.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClearanceRequest {
    /// 1 to 5, at most the administrator's own level.
    #[schema(value_type = i32, minimum = 1, maximum = 5)]
    clearance_level: i64,
    /// The access key for sign-in.
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

/// Parses the account id in a path.
fn user_id(text: &str) -> Result<UserId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid("id", "Invalid user id"))
}
