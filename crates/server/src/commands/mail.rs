//! `facility mail test ADDRESS`

use crate::config::Config;
use crate::mailing;
use clap::ArgMatches;
use facility_infra::clock::{UuidIds, server_clock};
use facility_kernel::IdGenerator as _;
use facility_users::contact::check_email;
use facility_users::mail::outgoing::{OutgoingMail, host_of, settings_page};
use facility_users::mail::{MailFailure, Mailer as _};
use std::error::Error;

const TEXT: &str = "This is a test message. The mail server of Facility Terminal works.\n";

/// Sends a message through the configured mail server, without the queue, and says what the mail server answered.
pub async fn test(config: &Config, arguments: &ArgMatches) -> Result<(), Box<dyn Error>> {
    let to = arguments.get_one::<String>("address").ok_or("missing ADDRESS")?;
    let to = &check_email(to).map_err(|_source| format!("{to}: must be an email address"))?;
    let mailer = mailing::mailer(config)?
        .ok_or("no mail server is configured: set smtp_url and mail_from (docs/OPERATIONS.md, Mail)")?;
    let public_url = config.origin.as_str();
    let mail = OutgoingMail {
        message_id: format!("{}@{}", UuidIds::default().next(), host_of(public_url)),
        to: to.clone(),
        subject: "[Facility Terminal] Test message".to_owned(),
        text: format!("{TEXT}\n{public_url}\n"),
        unsubscribe: settings_page(public_url),
        written_at: server_clock()?.now(),
    };
    let server = mailer.server();
    match mailer.send(&mail).await {
        Ok(()) => {
            say!("{server} accepted the message for {to}. If it does not arrive, look for this Message-ID there:")?;
            say!("<{}>", mail.message_id)?;
            Ok(())
        }
        Err(MailFailure::Temporary(reason)) => {
            Err(format!("nothing was sent through {server}: {reason}{}", advice(&reason)).into())
        }
        Err(MailFailure::Permanent(reason)) => Err(format!("{server} refuses mail for {to}: {reason}").into()),
    }
}

/// What to do about this reason, if it is one of the usual ones.
fn advice(reason: &str) -> &'static str {
    let known = [
        ("refused", "; no mail server listens there: check host and port of smtp_url"),
        ("lookup", "; no such host name: check smtp_url"),
        ("timed out", "; check host and port of smtp_url, and the firewall"),
        ("in time", "; check host and port of smtp_url, and the firewall"),
        ("certificate", "; its certificate must be for this host name, and trusted by this machine"),
        ("user and the password", "; check them in smtp_url, and write special characters as %40 and so on"),
    ];
    known.iter().find(|(part, _)| reason.contains(part)).map_or("", |(_, advice)| *advice)
}
