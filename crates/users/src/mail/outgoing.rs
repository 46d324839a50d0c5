//! Messages in the form in which they are handed over to the mail server.

use facility_audit::mail::MailId;
use facility_kernel::Timestamp;

/// Maximum line length of the text in columns (RFC 5322, 2.1.1). Longer links are not broken.
pub const COLUMNS: usize = 78;

/// A message in the form in which it is handed over to the mail server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutgoingMail {
    /// The `Message-ID` without angle brackets. Receivers recognize duplicates by it.
    pub message_id: String,
    /// The recipient's address.
    pub to: String,
    /// The subject line, without line breaks.
    pub subject: String,
    /// The text, wrapped to [`COLUMNS`].
    pub text: String,
    /// URL of the page where the recipient can turn off messages of this kind.
    pub unsubscribe: String,
    pub written_at: Timestamp,
}

/// Returns the full text of a message, with the link to `page` and the closing lines.
pub fn text_of(page: &str, body: &str, public_url: &str) -> String {
    let closing = format!(
        "{} To choose which messages you get, or to stop all of them, see:",
        "Facility Terminal sends these messages to the email address in your settings."
    );
    let (body, closing, settings) = (wrapped(body), wrapped(&closing), settings_page(public_url));
    format!("{body}\n\n{public_url}{page}\n\n-- \n{closing}\n{settings}\n")
}

/// Returns the URL of the mail settings.
pub fn settings_page(public_url: &str) -> String {
    format!("{public_url}/settings")
}

/// Wraps a text to [`COLUMNS`], breaking only between words.
fn wrapped(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > COLUMNS {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += width;
    }
    lines
}

/// Returns the `Message-ID` without angle brackets. It is the same for each try, so that receivers recognize
/// duplicates.
pub fn message_id(id: MailId, public_url: &str) -> String {
    format!("{id}@{}", host_of(public_url))
}

/// Returns the host name of the site, without the port.
pub fn host_of(public_url: &str) -> &str {
    let host = public_url.split_once("://").map_or(public_url, |(_scheme, rest)| rest);
    host.split_once(':').map_or(host, |(name, _port)| name)
}
