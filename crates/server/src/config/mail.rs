//! The settings of the mail server.

use super::error::{ConfigError, invalid};
use facility_infra::smtp;
use facility_infra::smtp::parts::SmtpError;
use facility_kernel::Secret;

/// The mail server and the sender.
#[derive(Debug)]
pub struct MailSettings {
    /// URL of the server, with its password.
    pub url: Secret,
    /// The sender.
    pub from: String,
}

impl MailSettings {
    /// Checks both settings, which are given together or not at all. Errors name the setting and never repeat the URL.
    pub fn of(
        url: Option<Secret>,
        from: Option<String>,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Self>, ConfigError> {
        let (url, from) = match (url, from) {
            (Some(url), Some(from)) => (url, from),
            (Some(_), None) => return Err(invalid("mail_from", "must be set together with smtp_url")),
            (None, Some(_)) => return Err(invalid("smtp_url", "must be set together with mail_from")),
            (None, None) => return Ok(None),
        };
        match smtp::check(&url, &from) {
            Ok(true) => {}
            Ok(false) => warnings.push("smtp_url: messages travel unencrypted".to_owned()),
            Err(error @ SmtpError::Sender) => return Err(invalid("mail_from", format!("{from}: {error}"))),
            Err(error) => return Err(invalid("smtp_url", error)),
        }
        Ok(Some(Self { url, from }))
    }
}
