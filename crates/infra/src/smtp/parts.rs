//! The settings of a mail server.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use facility_kernel::Secret;

/// Why the settings of the mail server are refused. Never contains the URL, which may contain a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SmtpError {
    /// The URL does not have this form.
    #[error("must be smtp://host[:port] or smtps://host[:port], with user:password@ before the host if it needs them")]
    Url,
    /// The query has another option.
    #[error("the only option is ?tls=required, after smtp://")]
    Option,
    /// A password would cross the network unencrypted.
    #[error("would send the password unencrypted: use smtps://, or smtp:// with ?tls=required")]
    Unprotected,
    /// The sender is not an email address.
    #[error("must be an email address, such as Facility Terminal <terminal@example.org>")]
    Sender,
    /// The certificates of this machine cannot be read.
    #[error("cannot prepare TLS: no trusted certificates on this machine")]
    Tls,
}

/// The parts of the URL of a mail server.
pub(super) struct Parts {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) credentials: Option<(String, Secret)>,
    /// Whether TLS begins with the first byte (`smtps://`).
    pub(super) wraps: bool,
    /// Whether STARTTLS is required before anything is sent.
    pub(super) upgrades: bool,
}

impl Parts {
    pub(super) fn parse(url: &str) -> Result<Self, SmtpError> {
        let parsed = reqwest::Url::parse(url).map_err(|_source| SmtpError::Url)?;
        let wraps = match parsed.scheme() {
            "smtp" => false,
            "smtps" => true,
            _ => return Err(SmtpError::Url),
        };
        let upgrades = match parsed.query() {
            None => false,
            Some("tls=required") if !wraps => true,
            Some(_) => return Err(SmtpError::Option),
        };
        let host = parsed.host_str().filter(|host| !host.is_empty()).ok_or(SmtpError::Url)?;
        if !matches!(parsed.path(), "" | "/") || parsed.fragment().is_some() {
            return Err(SmtpError::Url);
        }
        let credentials = match (decoded(parsed.username())?, parsed.password().map(decoded).transpose()?) {
            (user, None) if user.is_empty() => None,
            (user, Some(password)) if !user.is_empty() => Some((user, Secret::new(password))),
            _ => return Err(SmtpError::Url),
        };
        // Brackets belong to an IPv6 address in a URL, not to the address.
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let default_port = match (wraps, upgrades) {
            (true, _) => 465,
            (false, true) => 587,
            (false, false) => 25,
        };
        let port = parsed.port().unwrap_or(default_port);
        Ok(Self { host, port, credentials, wraps, upgrades })
    }

    /// Whether the server is this machine, or everything is encrypted.
    pub(super) fn is_protected(&self) -> bool {
        let is_loopback = self.host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
        self.wraps || self.upgrades || is_loopback || self.host == "localhost"
    }

    /// Whether a text of the server contains the password, in plain or as it was sent (Base64).
    pub(super) fn is_repeated_in(&self, text: &str) -> bool {
        let Some((user, password)) = &self.credentials else { return false };
        let password = password.expose();
        let sent = [password.to_owned(), BASE64.encode(password), BASE64.encode(format!("\0{user}\0{password}"))];
        sent.iter().any(|secret| text.contains(secret))
    }
}

/// Decodes percent-encoded bytes in a name or a password.
fn decoded(text: &str) -> Result<String, SmtpError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
        let (high, low) = (digit().ok_or(SmtpError::Url)?, digit().ok_or(SmtpError::Url)?);
        bytes.push(u8::try_from(high * 16 + low).map_err(|_source| SmtpError::Url)?);
    }
    String::from_utf8(bytes).map_err(|_source| SmtpError::Url)
}
