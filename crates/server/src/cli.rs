//! The command line.

use crate::config::sources::Files;
use crate::config::{PREFIX, SETTINGS};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

/// The commands and flags of the binary. The help of a command leaves the settings to the help of the program.
pub fn command() -> Command {
    let mut command = with_settings().after_help(secrets());
    // Only then do the commands have the settings.
    command.build();
    command.get_subcommands_mut().for_each(hide_settings);
    command
}

fn hide_settings(command: &mut Command) {
    let named = "The settings are the same for every command; `facility --help` lists them.";
    let ending = match command.get_after_help() {
        Some(text) => format!("{text}\n\n{named}"),
        None => named.to_owned(),
    };
    let hidden = |arg: Arg| if arg.is_global_set() { arg.hide(true) } else { arg };
    *command = std::mem::take(command).mut_args(hidden).after_help(ending);
    command.get_subcommands_mut().for_each(hide_settings);
}

/// How settings without a flag are given.
fn secrets() -> String {
    let mut text = format!(
        "Each setting is also a line of the configuration file (data_dir = \"…\") and a variable ({PREFIX}DATA_DIR). Flags \
         override variables, and variables override files.\n\n\
         Secrets have no flag, which other users of the machine could see. Each is a line of the configuration file, a \
         variable, or the content of the file that the variable with the suffix _FILE names:\n"
    );
    for setting in SETTINGS.iter().filter(|setting| setting.secret) {
        let name = setting.name.to_uppercase();
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {PREFIX}{name}\n          {} [default: {}]\n", setting.meaning, setting.default);
    }
    text.push_str("\nThe keys of a bucket are the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
    text
}

fn with_settings() -> Command {
    let user = || Arg::new("user").value_name("USER").required(true).help("The account's name");
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let path = |name: &'static str| {
        Arg::new("path").value_name(name).required(true).value_parser(clap::value_parser!(PathBuf))
    };
    let key = Arg::new("key").value_name("KEY").required(true).value_parser(["emergency", "master", "signing"]);
    Command::new("facility")
        .about("Document terminal with clearance levels: server and client in one binary")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(SETTINGS.iter().filter(|setting| !setting.secret).map(|setting| {
            Arg::new(setting.name)
                .long(setting.name.replace('_', "-"))
                .value_name("VALUE")
                .global(true)
                // Below the flags of the command itself.
                .help_heading("Settings")
                .help(format!("{} [default: {}]", setting.meaning, setting.default))
        }))
        .arg(settings_file("config", "Configuration file [default: facility.toml in the current folder]"))
        .arg(settings_file("env-file", "File with variables, one NAME=VALUE a line; the environment overrides them"))
        .subcommand(Command::new("serve").about("Migrate the database and run the server"))
        .subcommand(
            Command::new("demo")
                .about("Serve a demo filled with lore from a temporary folder, on this machine only")
                .arg(
                    Arg::new("keep")
                        .long("keep")
                        .action(ArgAction::SetTrue)
                        .help("Keep the temporary folder at the end"),
                ),
        )
        .subcommand(
            Command::new("migrate")
                .about("Migrate the database")
                .arg(flag("check", "Say what would happen, and change nothing")),
        )
        .subcommand(
            Command::new("admin")
                .about("Restore access to accounts and the site")
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(
                    Command::new("create").about("Create an administrator and print their password").arg(user()),
                )
                .subcommand(Command::new("reset-password").about("Set a new random password and print it").arg(user()))
                .subcommand(
                    Command::new("reset-2fa")
                        .visible_alias("reset-two-factor")
                        .about("Turn off an account's second factor and delete its codes")
                        .arg(user()),
                )
                .subcommand(Command::new("unlock").about("Clear a lockout").arg(user()))
                .subcommand(
                    Command::new("site")
                        .about("Undo site settings that lock everyone out")
                        .arg_required_else_help(true)
                        .arg(flag("unlock", "End the lockdown"))
                        .arg(flag("two-factor-optional", "Do not require a second factor at sign-in")),
                )
                .subcommand(
                    Command::new("rotate-key")
                        .about("Create a new emergency, master or signing key and print it")
                        .arg(key)
                        .arg(flag("force", "Rotate it even if it is the only way in for somebody")),
                ),
        )
        .subcommand(audit_command())
        .subcommand(
            Command::new("mail")
                .about("Try the mail server")
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommand(
                    Command::new("test").about("Send a test message now, and say what the mail server answers").arg(
                        Arg::new("address")
                            .value_name("ADDRESS")
                            .required(true)
                            .help("The email address of the recipient"),
                    ),
                ),
        )
        .subcommand(
            Command::new("backup")
                .about("Back up the database and the files into one archive, also while a server runs")
                .arg(path("PATH").help("The archive, which must not exist, or a folder for it"))
                .arg(flag("with-keys", "Include the secret key")),
        )
        .subcommand(
            Command::new("restore")
                .about("Restore a backup into the data folder, while no server is running")
                .arg(path("FILE").help("The archive"))
                .arg(flag("replace", "Move the existing data aside")),
        )
        .subcommand(
            Command::new("export")
                .about("Write the whole installation into an archive (tar.zst)")
                .arg(path("FILE").help("The archive; it must not exist"))
                .arg(flag("with-credentials", "Include the password hashes of the accounts"))
                .arg(flag("check", "Read the archive back as an import would (the default)"))
                .arg(
                    flag("no-check", "Do not read the archive back, which takes about as long as writing it")
                        .conflicts_with("check"),
                ),
        )
        .subcommand(import_command())
        .subcommand(Command::new("health").about("Exit with 0 if the server of this configuration is ready"))
        .subcommand(
            Command::new(facility_infra::pictures::child::ARGUMENT).about("Read a picture for the server").hide(true),
        )
        .subcommand(
            Command::new(facility_infra::texts::child::ARGUMENT)
                .about("Read the text of a file for the server")
                .arg(Arg::new("media_type").required(true))
                .hide(true),
        )
        .subcommand(Command::new("openapi").about("Print the API description as OpenAPI 3.1"))
        .subcommand(Command::new("config-doc").about("Print the documentation of the settings"))
        .subcommand(Command::new("manual").about("Print the manual page in roff"))
}

/// Writes the manual page facility(1).
pub fn manual(page: &mut impl io::Write) -> io::Result<()> {
    clap_mangen::Man::new(command()).manual("Facility Terminal").render(page)?;
    page.write_all(
        br".SH FILES
.TP
\fI/etc/facility/facility.toml\fR
The settings of the Debian package's service and commands.
.TP
\fI/etc/facility/environment\fR
Their secrets, one NAME=VALUE per line: settings as FACILITY_NAME, and the AWS_* variables of an S3 store.
.TP
\fI/var/lib/facility\fR
Database, uploaded files, secret key and anchors of the audit log, unless data_dir names another folder.
.SH SEE ALSO
\fI/usr/share/doc/facility/OPERATIONS.md\fR, \fI/usr/share/doc/facility/CONFIGURATION.md\fR
",
    )
}

/// The command that imports archives and folders.
fn import_command() -> Command {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(clap::value_parser!(PathBuf)).help(help)
    };
    let choice = |name: &'static str, values: [&'static str; 2], help: &'static str| {
        Arg::new(name).long(name).value_name("CHOICE").value_parser(values).default_value(values[0]).help(help)
    };
    Command::new("import")
        .about("Import an archive, a folder of Markdown files or an export of a wiki, while no server is running")
        .after_help(
            "A folder is read as Obsidian, Hugo, Jekyll, Docusaurus and MkDocs write it. Documents get the date of their \
             file: the field `date` or `created` of its front matter, or else the time of its last modification. \
             Submissions are dated by the import and reviewed in the order of these dates. Importing a folder again \
             adds what is new or changed.\n\n\
             Exports of MediaWiki, DokuWiki, BookStack and Wikidot are recognized by what is in them. Their history \
             becomes versions of documents.\n\n\
             Exit status: 0 if everything is imported, 2 if faults prevent it or a dry run finds some, 1 for other \
             errors.",
        )
        .arg(
            Arg::new("path")
                .value_name("PATH")
                .required(true)
                .value_parser(clap::value_parser!(PathBuf))
                .help("The archive, the folder, or the export"),
        )
        .arg(
            Arg::new("as")
                .long("as")
                .value_name("KIND")
                .value_parser(["submissions", "documents"])
                .help("What the pages become"),
        )
        .arg(Arg::new("owner").long("owner").value_name("USER").help("The account that owns them"))
        .arg(
            Arg::new("level")
                .long("level")
                .value_name("LEVEL")
                .value_parser(clap::value_parser!(i64).range(1..=5))
                .help("The clearance level of the documents that the map does not name"),
        )
        .arg(
            Arg::new("dry-run")
                .long("dry-run")
                .action(ArgAction::SetTrue)
                .help("Report what would happen, and change nothing"),
        )
        .arg(file("report", "Write the report with every item into this file, as JSON"))
        .arg(file("map", "Categories, levels and user names by the source's words, folders and authors (TOML)"))
        .arg(choice("on-fault", ["stop", "skip"], "Whether faults prevent the import or are left out"))
        .arg(choice("long", ["refuse", "split"], "Whether texts over 200,000 characters are faults or split"))
        .arg(choice("same-title", ["refuse", "folder"], "Whether a title that occurs twice is a fault or gets its folder"))
        .arg(choice("authors", ["as-text", "as-accounts"], "Whether authors of the source stay text or become accounts"))
        .arg(
            Arg::new("sections")
                .long("sections")
                .action(ArgAction::SetTrue)
                .help("Archive the documents of folders, in sections named after them"),
        )
        .arg(
            Arg::new("source")
                .long("source")
                .value_name("NAME")
                .help("The name under which the pages are remembered [default: the folder's]"),
        )
}

/// The commands that verify the audit log.
fn audit_command() -> Command {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(clap::value_parser!(PathBuf)).help(help)
    };
    let public_key = || {
        let help = "The public key, as `facility audit key` prints it; repeat it for earlier keys";
        Arg::new("key").long("key").value_name("KEY").action(ArgAction::Append).help(help)
    };
    Command::new("audit")
        .about("Verify the audit log and sign its checkpoints")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("verify")
                .about("Verify the whole log, or an export of it, and print the first altered entry")
                .arg(file("export", "Verify this export (NDJSON) instead of the database").requires("key"))
                .arg(public_key())
                .arg(file("checkpoint", "A signed checkpoint that the export must match").requires("export"))
                .arg(file("since", "An earlier checkpoint, kept elsewhere, that the log must extend")),
        )
        .subcommand(Command::new("key").about("Print the public key that verifies checkpoints"))
        .subcommand(Command::new("checkpoint").about("Sign the current state of the log and print the checkpoint"))
        .subcommand(
            Command::new("prove").about("Print the proof that an entry is in the log").arg(
                Arg::new("number")
                    .value_name("NUMBER")
                    .required(true)
                    .value_parser(clap::value_parser!(u64).range(1..))
                    .help("The entry's number"),
            ),
        )
        .subcommand(
            Command::new("verify-proof")
                .about("Verify a proof of `prove` without the server")
                .arg(
                    Arg::new("proof")
                        .value_name("PROOF")
                        .required(true)
                        .value_parser(clap::value_parser!(PathBuf))
                        .help("The file with the proof"),
                )
                .arg(file("entry", "An export that contains the entry, or only its line").required(true))
                .arg(public_key().required(true)),
        )
}

/// A flag of every command that names a file of settings.
fn settings_file(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("FILE")
        .global(true)
        .help_heading("Settings")
        .value_parser(clap::value_parser!(PathBuf))
        .help(help)
}

/// Returns the files of settings that the command line names, before or after the command.
pub fn files(matches: &ArgMatches) -> Files {
    let file = |name: &str| deepest(matches).get_one::<PathBuf>(name).cloned();
    Files { config: file("config"), variables: file("env-file") }
}

fn deepest(mut matches: &ArgMatches) -> &ArgMatches {
    while let Some((_, inner)) = matches.subcommand() {
        matches = inner;
    }
    matches
}

/// Returns the settings given as flags, before or after the command.
pub fn flags(matches: &ArgMatches) -> BTreeMap<&'static str, String> {
    let deepest = deepest(matches);
    let public = SETTINGS.iter().filter(|setting| !setting.secret);
    public.filter_map(|setting| Some((setting.name, deepest.get_one::<String>(setting.name)?.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_accepted_before_and_after_the_command() {
        let matches = command().get_matches_from(["facility", "--listen", "a", "serve", "--data-dir", "b"]);
        let given = flags(&matches);
        assert_eq!(given.get("listen").map(String::as_str), Some("a"));
        assert_eq!(given.get("data_dir").map(String::as_str), Some("b"));
        command().debug_assert();
    }

    #[test]
    fn help_of_the_program_lists_every_setting_and_that_of_a_command_none() {
        let help = |arguments: &[&str]| {
            let all = [&["facility"], arguments, &["--help"]].concat();
            command().try_get_matches_from(all).unwrap_err().to_string()
        };
        let whole = help(&[]);
        for setting in SETTINGS {
            let flag = format!("--{} ", setting.name.replace('_', "-"));
            assert_eq!(whole.matches(&flag).count(), usize::from(!setting.secret), "{flag} in {whole}");
            let variable = format!("  {PREFIX}{}\n", setting.name.to_uppercase());
            assert_eq!(whole.contains(&variable), setting.secret, "{variable} in {whole}");
        }
        for (arguments, flag) in [
            (&["admin", "site"][..], "--two-factor-optional"),
            (&["import"], "Documents get the date of their"),
            (&["serve"], "Usage: facility serve"),
        ] {
            let text = help(arguments);
            assert!(text.contains(flag) && text.contains("`facility --help` lists them"), "{text}");
            assert!(
                !text.contains("Settings:") && !text.contains("--data-dir") && !text.contains("--config"),
                "{text}"
            );
        }
    }
}
