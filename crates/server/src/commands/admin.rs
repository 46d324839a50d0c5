//! `facility admin …`

use crate::config::Config;
use crate::data;
use crate::foundation::Foundation;
use clap::ArgMatches;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_audit::note::CheckpointKey as _;
use facility_kernel::Secret;
use facility_users::credential::CredentialName;
use facility_users::error::UserError;
use facility_users::site::SiteChange;
use std::error::Error;

/// Runs an operator's command. New secrets are printed once.
pub async fn run(config: &Config, base: &Foundation, matches: &ArgMatches) -> Result<(), Box<dyn Error>> {
    let (operator, context) = (base.operator(), base.context());
    let Some((command, arguments)) = matches.subcommand() else { return Err("missing command".into()) };
    let argument = |name: &str| arguments.get_one::<String>(name).map_or("", String::as_str);
    match command {
        "create" => {
            let password = operator.create_admin(&context, argument("user")).await?;
            say!("Access key: developer")?;
            show("Password", &password)?;
        }
        "reset-password" => show("Password", &operator.reset_password(&context, argument("user")).await?)?,
        "reset-2fa" => {
            operator.reset_two_factor(&context, argument("user")).await?;
            say!("The second factor is turned off.")?;
        }
        "unlock" => {
            operator.unlock(&context, argument("user")).await?;
            say!("The lockout is cleared.")?;
        }
        "site" => {
            let change = SiteChange {
                is_locked: arguments.get_flag("unlock").then_some(false),
                two_factor_required: arguments.get_flag("two-factor-optional").then_some(false),
            };
            if change == SiteChange::default() {
                return Err("nothing to change: give --unlock, --two-factor-optional or both".into());
            }
            let after = base.site_control().update_as_operator(&context, change).await?;
            let lock = if after.is_locked { "locked" } else { "open" };
            let factor = if after.two_factor_required { "required" } else { "optional" };
            say!("The site is {lock}. A second factor is {factor}.")?;
        }
        "rotate-key" if argument("key") == "signing" => rotate_signing_key(config, base).await?,
        "rotate-key" => {
            let name = match argument("key") {
                "master" => CredentialName::MasterKey,
                _ => CredentialName::EmergencyKey,
            };
            let force = arguments.get_flag("force");
            match operator.rotate_key(&context, name, force).await {
                Err(error @ UserError::NeededKey) => {
                    return Err(format!("{error}. Nothing was changed; --force rotates it all the same").into());
                }
                rotated => show("Key", &rotated?)?,
            }
        }
        other => return Err(format!("unknown command: {other}").into()),
    }
    Ok(())
}

/// Replaces the key that signs checkpoints while servers run.
async fn rotate_signing_key(config: &Config, base: &Foundation) -> Result<(), Box<dyn Error>> {
    if config.audit_signing_key.is_some() {
        return Err("audit_signing_key is configured: remove the setting from every node first, because the database keeps the \
             key. Nothing was changed"
            .into());
    }
    let repo = base.signing_key();
    let (old, new) = (repo.current().await?.verifier(), data::new_signing_key(config)?);
    let key = new.verifier().to_text();
    let entry = Entry::new(&*base.ids, &base.context(), Performer::System, Action::KeyRotated, EntityType::Site);
    let details = Details::new().with("key", "signing_key").with("publicKey", key.as_str());
    repo.replace(Audited::new(new, entry.as_admin().details(details))).await?;
    data::retire_signing_key_file(config);
    say!("Public key: {key}")?;
    say!("Earlier checkpoints are verified with the earlier public key: {}", old.to_text())?;
    Ok(())
}

fn show(what: &str, secret: &Secret) -> std::io::Result<()> {
    say!("{what} (shown once): {}", secret.expose())
}
