//! The settings of the site.

use users::SiteSettings;

pub mod settings;
pub mod update;

/// The settings of the site.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = SiteSettings)]
#[serde(rename_all = "camelCase")]
pub struct SiteSettingsDto {
    /// Always `site`: there is one.
    #[schema(value_type = String)]
    id: &'static str,
    /// While it is true only administrators pass.
    is_locked: bool,
    /// Whether accounts of level 3 and above, and administrators, need a second factor to sign in.
    two_factor_required: bool,
    /// When one of them changed last.
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
