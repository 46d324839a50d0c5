//! The site settings.

use facility_users::site::SiteSettings;

pub mod settings;
pub mod update;

/// The site settings.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = SiteSettings)]
#[serde(rename_all = "camelCase")]
pub struct SiteSettingsDto {
    /// Always `site`.
    #[schema(value_type = String)]
    id: &'static str,
    /// If true, only administrators have access.
    is_locked: bool,
    /// Whether administrators and accounts from level 3 need a second factor to sign in.
    two_factor_required: bool,
    /// Time of the last change.
    #[schema(format = DateTime)]
    updated_at: String,
}

impl From<SiteSettings> for SiteSettingsDto {
    fn from(settings: SiteSettings) -> Self {
        Self {
            id: SiteSettings::ID,
            is_locked: settings.is_locked,
            two_factor_required: settings.two_factor_required,
            updated_at: settings.updated_at.to_string(),
        }
    }
}
