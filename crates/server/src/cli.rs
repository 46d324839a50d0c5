//! The command line.

use crate::config::SETTINGS;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::collections::BTreeMap;

/// The commands and flags of the binary.
pub fn command() -> Command {
    let user = || Arg::new("user").value_name("USER").required(true).help("The account's name");
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let key = Arg::new("key").value_name("KEY").required(true).value_parser(["emergency", "master"]);
    Command::new("facility")
        .about("Documents by clearance: one server, one binary")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(SETTINGS.iter().filter(|setting| !setting.secret).map(|setting| {
            Arg::new(setting.name)
                .long(setting.name.replace('_', "-"))
                .value_name("VALUE")
                .global(true)
                .help(format!("{} [default: {}]", setting.meaning, setting.default))
        }))
        .subcommand(Command::new("serve").about("Bring the database up to date and serve until told to stop"))
        .subcommand(
            Command::new("demo")
                .about("Serve a facility filled with lore, on this machine alone, out of a scratch folder")
                .arg(
                    Arg::new("keep")
                        .long("keep")
                        .action(ArgAction::SetTrue)
                        .help("Leave the scratch folder where it is at the end"),
                ),
        )
        .subcommand(Command::new("migrate").about("Bring the database up to date"))
        .subcommand(
            Command::new("admin")
                .about("The way back in when everybody is locked out")
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(
                    Command::new("create")
                        .about("Create an administrator and print the password")
                        .arg(user()),
                )
                .subcommand(
                    Command::new("reset-password")
                        .about("Give an account a new password and print it")
                        .arg(user()),
                )
                .subcommand(
                    Command::new("reset-2fa").about("Switch an account's second factor off").arg(user()),
                )
                .subcommand(Command::new("unlock").about("Clear a lockout").arg(user()))
                .subcommand(
                    Command::new("site")
                        .about("Undo a setting of the site that keeps everybody out")
                        .arg_required_else_help(true)
                        .arg(flag("unlock", "Lift the lock of the site"))
                        .arg(flag("two-factor-optional", "Require no second factor at sign-in")),
                )
                .subcommand(
                    Command::new("rotate-key")
                        .about("Make a new emergency or master key and print it")
                        .arg(key),
                ),
        )
        .subcommand(
            Command::new("audit")
                .about("The audit log")
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(
                    Command::new("verify")
                        .about("Check the whole log; name the first entry that was altered"),
                ),
        )
        .subcommand(Command::new("openapi").about("Print the contract as OpenAPI 3.1"))
        .subcommand(Command::new("config-doc").about("Print the documentation of the settings"))
}

/// The settings that were given as flags, wherever on the line they stood.
pub fn flags(matches: &ArgMatches) -> BTreeMap<&'static str, String> {
    let mut deepest = matches;
    while let Some((_, inner)) = deepest.subcommand() {
        deepest = inner;
    }
    let public = SETTINGS.iter().filter(|setting| !setting.secret);
    public
        .filter_map(|setting| Some((setting.name, deepest.get_one::<String>(setting.name)?.clone())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_count_before_and_after_the_command() {
        let matches = command().get_matches_from(["facility", "--listen", "a", "serve", "--data-dir", "b"]);
        let given = flags(&matches);
        assert_eq!(given.get("listen").map(String::as_str), Some("a"));
        assert_eq!(given.get("data_dir").map(String::as_str), Some("b"));
        command().debug_assert();
    }
}
