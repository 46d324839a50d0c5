//! Hands mail to an SMTP server (RFC 5321), over TLS if the URL says so.

mod connection;
pub mod parts;

use crate::smtp::parts::SmtpError;
use async_trait::async_trait;
use connection::{Encryption, NoConnection, connect};
use facility_kernel::Secret;
use facility_users::mail::outgoing::{COLUMNS, OutgoingMail};
use facility_users::mail::{MailFailure, Mailer, SENDING_TIMEOUT};
use lettre::address::AddressError;
use lettre::message::header::ContentTransferEncoding;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, MessageBuilder};
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, Message};
use parts::Parts;
use std::time::{Duration, SystemTime};
use tokio::time::timeout;

/// Time limit for ending a connection.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Replies after which the server will never accept this letter: no such mailbox, mailbox full, name not allowed, no
/// mail here (RFC 5321, 4.2.3; RFC 7504). Other permanent errors may be about this server's account or address, and are
/// retried.
const PERMANENT: [u16; 5] = [550, 551, 552, 553, 556];

/// The value of `Auto-Submitted` (RFC 3834) that prevents automatic replies.
const AUTOMATIC: &str = "auto-generated";

/// A mail server.
pub struct SmtpMailer {
    parts: Parts,
    encryption: Encryption,
    hello: ClientId,
    sender: Mailbox,
}

/// Checks the settings without reading certificates or connecting, and returns whether others on the network cannot
/// read letters on their way to the mail server.
///
/// Errors: the settings are not usable; see [`SmtpError`].
pub fn check(url: &Secret, sender: &str) -> Result<bool, SmtpError> {
    let parts = Parts::parse(url.expose())?;
    if parts.credentials.is_some() && !parts.is_protected() {
        return Err(SmtpError::Unprotected);
    }
    sender.parse::<Mailbox>().map_err(|_source| SmtpError::Sender)?;
    Ok(parts.is_protected())
}

impl SmtpMailer {
    /// Prepares sending through the server at `url` as `sender`. It does not connect yet. `host` is the name of this
    /// site, for the greeting.
    ///
    /// Errors: the settings are not usable; see [`SmtpError`].
    pub fn new(url: &Secret, sender: &str, host: &str) -> Result<Self, SmtpError> {
        check(url, sender)?;
        let parts = Parts::parse(url.expose())?;
        let sender: Mailbox = sender.parse().map_err(|_source: AddressError| SmtpError::Sender)?;
        let encryption = Encryption::prepare(&parts).ok_or(SmtpError::Tls)?;
        let hello = host.parse().map_or_else(|_name| ClientId::Domain(host.to_owned()), ClientId::Ipv4);
        Ok(Self { parts, encryption, hello, sender })
    }

    /// The address of the mail server, without user and password.
    pub fn server(&self) -> String {
        let Parts { host, port, wraps, upgrades, .. } = &self.parts;
        let (scheme, end) = (if *wraps { "smtps" } else { "smtp" }, if *upgrades { " (STARTTLS)" } else { "" });
        format!("{scheme}://{host}:{port}{end}")
    }

    /// Hands the message in a connection of its own.
    async fn deliver(&self, message: &Message) -> Result<(), MailFailure> {
        let server = (self.parts.host.as_str(), self.parts.port);
        let mut connection = connect(server, &self.encryption, &self.hello).await.map_err(|error| match error {
            NoConnection::Network(error) => MailFailure::Temporary(format!("connection error: {error}")),
            NoConnection::Smtp(error) => self.failure(&error),
        })?;
        if let Some((user, password)) = &self.parts.credentials {
            let credentials = Credentials::new(user.clone(), password.expose().to_owned());
            // The text of this reply is not shown: some servers repeat the credentials in it.
            let refused = |error: lettre::transport::smtp::Error| {
                let code = error.status().map(|code| format!(" ({code})")).unwrap_or_default();
                MailFailure::Temporary(format!("the mail server did not accept the user and the password{code}"))
            };
            connection.auth(DEFAULT_MECHANISMS, &credentials).await.map_err(refused)?;
        }
        let sent = connection.send(message.envelope(), &message.formatted()).await;
        let sent = sent.map(drop).map_err(|error| self.failure(&error));
        // The reply to QUIT does not matter: the message has been accepted or refused.
        drop(timeout(QUIT_TIMEOUT, connection.abort()).await);
        sent
    }

    fn failure(&self, error: &lettre::transport::smtp::Error) -> MailFailure {
        let code = error.status().map(u16::from);
        let described = described(error);
        let text = if self.parts.is_repeated_in(&described) {
            "the mail server's reply repeats the password and is not shown".to_owned()
        } else {
            described
        };
        if code.is_some_and(|code| PERMANENT.contains(&code)) {
            MailFailure::Permanent(text)
        } else {
            MailFailure::Temporary(text)
        }
    }

    /// Builds the message. Subject and text are encoded where they are not ASCII; the address is parsed, so that none
    /// of them can add a header.
    fn message(&self, letter: &OutgoingMail) -> Result<Message, MailFailure> {
        let refuse = |error: &dyn std::fmt::Display| MailFailure::Permanent(error.to_string());
        let to: Address = letter.to.parse().map_err(|error: AddressError| refuse(&error))?;
        let micros = u64::try_from(letter.written_at.as_micros()).unwrap_or_default();
        let builder: MessageBuilder = Message::builder()
            .from(self.sender.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject.replace(char::is_control, " "))
            .date(SystemTime::UNIX_EPOCH + Duration::from_micros(micros))
            .message_id(Some(format!("<{}>", letter.message_id)));
        let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        let builder = builder
            .raw_header(header("Auto-Submitted", AUTOMATIC.to_owned()))
            .raw_header(header("List-Unsubscribe", format!("<{}>", letter.unsubscribe)));
        builder.header(ContentType::TEXT_PLAIN).body(body_of(&letter.text)).map_err(|error| refuse(&error))
    }
}

/// Encodes a text so that no line of the message is longer than [`COLUMNS`], even if a link is.
fn body_of(text: &str) -> Body {
    if text.lines().all(|line| line.is_ascii() && line.len() <= COLUMNS) {
        // The library encodes lines from 77 columns on, although 78 are allowed.
        let sent = text.lines().flat_map(|line| [line, "\r\n"]).collect::<String>();
        return Body::dangerous_pre_encoded(sent.into_bytes(), ContentTransferEncoding::SevenBit);
    }
    let encoding = ContentTransferEncoding::QuotedPrintable;
    Body::new_with_encoding(text.to_owned(), encoding).unwrap_or_else(Body::new)
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, letter: &OutgoingMail) -> Result<(), MailFailure> {
        let message = self.message(letter)?;
        let in_time = timeout(SENDING_TIMEOUT, self.deliver(&message)).await;
        in_time
            .unwrap_or_else(|_elapsed| Err(MailFailure::Temporary("the mail server did not answer in time".to_owned())))
    }
}

/// Returns the error with its causes.
fn described(error: &lettre::transport::smtp::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(source) = cause {
        let more = source.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = source.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::TEST_NOW;

    const SENDER: &str = "Facility Terminal <terminal@example.org>";

    fn refused(url: &str) -> Option<SmtpError> {
        SmtpMailer::new(&Secret::new(url), SENDER, "terminal.example.org").err()
    }

    #[tokio::test]
    async fn mail_server_urls_are_parsed_and_no_refusal_repeats_the_password() {
        for good in [
            "smtp://127.0.0.1:2525",
            "smtp://mail.example.org",
            "smtp://user:pass@[::1]:25",
            "smtp://user:p%40ss@mail.example.org?tls=required",
            "smtps://user:pass@mail.example.org:465/",
        ] {
            assert_eq!(refused(good), None, "{good}");
        }
        for (bad, why) in [
            ("mail.example.org:25", SmtpError::Url),
            ("http://mail.example.org", SmtpError::Url),
            ("smtp://", SmtpError::Url),
            ("smtp://user@mail.example.org", SmtpError::Url),
            ("smtp://:pass@127.0.0.1", SmtpError::Url),
            ("smtp://us%zzer:pass@127.0.0.1", SmtpError::Url),
            ("smtps://mail.example.org/path", SmtpError::Url),
            ("smtp://mail.example.org?tls=maybe", SmtpError::Option),
            ("smtps://mail.example.org?tls=required", SmtpError::Option),
            ("smtp://user:hunter2@mail.example.org", SmtpError::Unprotected),
        ] {
            let error = refused(bad);
            assert_eq!(error, Some(why), "{bad}");
            assert!(!why.to_string().contains("hunter2"));
        }
        let sender = SmtpMailer::new(&Secret::new("smtp://127.0.0.1"), "nobody", "x.org").err();
        assert_eq!(sender, Some(SmtpError::Sender));
    }

    #[tokio::test]
    async fn no_part_of_a_letter_can_add_a_header_or_a_recipient() {
        let mailer = SmtpMailer::new(&Secret::new("smtp://127.0.0.1"), SENDER, "terminal.example.org");
        let mailer = mailer.unwrap_or_else(|error| unreachable!("{error}"));
        let letter = OutgoingMail {
            message_id: "1@terminal.example.org".to_owned(),
            to: "reader@example.org".to_owned(),
            subject: "Approved\r\nBcc: spy@example.org\nX-Ümlaut: 1".to_owned(),
            text: "One\r\n.\r\nRCPT TO:<spy@example.org>\n".to_owned(),
            unsubscribe: "https://terminal.example.org/settings".to_owned(),
            written_at: TEST_NOW,
        };
        let message = mailer.message(&letter).unwrap();
        let raw = String::from_utf8(message.formatted()).unwrap();
        let (head, _body) = raw.split_once("\r\n\r\n").unwrap();
        let names: Vec<&str> = head
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']))
            .filter_map(|line| line.split_once(':').map(|(name, _)| name))
            .collect();
        let expected = [
            "From",
            "To",
            "Subject",
            "Date",
            "Message-ID",
            "Auto-Submitted",
            "List-Unsubscribe",
            "Content-Type",
            "Content-Transfer-Encoding",
        ];
        let mut sorted = names.clone();
        sorted.retain(|name| *name != "MIME-Version");
        assert_eq!(sorted, expected, "{head}");
        assert_eq!(message.envelope().to().len(), 1);
        assert!(head.contains("Message-ID: <1@terminal.example.org>"), "{head}");
        for hostile in ["a@b.org\r\nBcc: spy@example.org", "a@b.org, spy@example.org", "<a@b.org>", ""] {
            let refused = mailer.message(&OutgoingMail { to: hostile.to_owned(), ..letter.clone() });
            assert!(matches!(refused, Err(MailFailure::Permanent(_))), "{hostile:?}");
        }
    }

    #[tokio::test]
    async fn lines_are_at_most_78_columns_even_with_a_long_link() {
        let mailer = SmtpMailer::new(&Secret::new("smtp://127.0.0.1"), SENDER, "terminal.example.org").unwrap();
        let link = format!("https://{}.example.org/documents/1", "deep-".repeat(20));
        for text in ["Short.\n\nhttps://terminal.example.org/\n".to_owned(), format!("Long:\n{link}\n")] {
            let letter = OutgoingMail {
                message_id: "1@terminal.example.org".to_owned(),
                to: "reader@example.org".to_owned(),
                subject: "[Facility Terminal] Your submission SUB-ABCDEF leaves the queue soon".to_owned(),
                unsubscribe: "https://terminal.example.org/settings".to_owned(),
                written_at: TEST_NOW,
                text,
            };
            let raw = String::from_utf8(mailer.message(&letter).unwrap().formatted()).unwrap();
            assert!(raw.contains("\r\nList-Unsubscribe: <https://terminal.example.org/settings>\r\n"), "{raw}");
            assert!(raw.contains("text/plain") && !raw.contains("=0A"), "{raw}");
            assert_eq!(raw.contains("quoted-printable"), !raw.contains("Short."), "{raw}");
            assert!(raw.split("\r\n").all(|line| line.len() <= COLUMNS), "{raw}");
        }
    }
}
