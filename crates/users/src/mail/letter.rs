//! Messages as the mail server gets them.

use facility_audit::mail::MailId;
use facility_kernel::Timestamp;

/// Maximum length of a line of the text in columns (RFC 5322, 2.1.1), except for one link that is longer.
pub const COLUMNS: usize = 78;

/// A message as the mail server gets it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    /// The `Message-ID` without its angle brackets, by which receivers recognize a copy.
    pub message_id: String,
    /// The address.
    pub to: String,
    /// The subject line, without line breaks.
    pub subject: String,
    /// The text, in lines of at most [`COLUMNS`].
    pub text: String,
    /// Where the recipient turns off messages of this kind.
    pub unsubscribe: String,
    /// When it was written.
    pub written_at: Timestamp,
}

/// Returns the whole text of a message about this page, with the link to it and the closing lines.
pub fn text_of(page: &str, body: &str, public_url: &str) -> String {
    let closing = format!(
        "{} To choose which messages you get, or to stop all of them, see:",
        "Facility Terminal sends these messages to the email address in your settings."
    );
    let (body, closing, settings) = (wrapped(body), wrapped(&closing), settings_page(public_url));
    format!("{body}\n\n{public_url}{page}\n\n-- \n{closing}\n{settings}\n")
}

/// Returns the page on which recipients choose their mail.
pub fn settings_page(public_url: &str) -> String {
    format!("{public_url}/settings")
}

/// Breaks a text between words into lines of at most [`COLUMNS`].
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

/// Returns the `Message-ID` of a message, without its angle brackets: the same at each try, so that receivers recognize
/// a copy.
pub fn message_id(id: MailId, public_url: &str) -> String {
    format!("{id}@{}", host_of(public_url))
}

/// Returns the host of the site's address, without its port.
pub fn host_of(public_url: &str) -> &str {
    let host = public_url.split_once("://").map_or(public_url, |(_scheme, rest)| rest);
    host.split_once(':').map_or(host, |(name, _port)| name)
}
