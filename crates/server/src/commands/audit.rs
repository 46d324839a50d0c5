//! `facility audit …`

use crate::config::Config;
use crate::foundation::Foundation;
use clap::ArgMatches;
use facility_audit::checkpoint::{Checkpoint, InclusionProof, ProofError};
use facility_audit::exported::{ExportVerifier, parse_entry};
use facility_audit::note::{NoteError, NoteVerifier};
use std::error::Error;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokio::task::block_in_place;

/// Runs a command on the audit log. The exit code is a failure if the log, the export or the proof was altered.
pub async fn run(config: &Config, matches: &ArgMatches) -> Result<ExitCode, Box<dyn Error>> {
    let Some((command, arguments)) = matches.subcommand() else { return Err("missing command".into()) };
    // Also `None` for commands that do not have this argument.
    let file = |name: &str| arguments.try_get_one::<PathBuf>(name).ok().flatten();
    // These need neither the database nor the secret keys, so they run on any machine with the export.
    match (command, file("export")) {
        ("verify", Some(export)) => {
            let kept = [file("checkpoint"), file("since")].into_iter().flatten();
            let kept = kept.map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
            return block_in_place(|| verify_export(export, public_keys(arguments)?, &kept));
        }
        ("verify-proof", _) => return block_in_place(|| verify_proof(arguments)),
        _ => {}
    }
    let trail = block_in_place(|| Foundation::of_installation(config))?.trail(config);
    match command {
        "key" => say!("{}", trail.public_key().await?.to_text())?,
        "checkpoint" => say!("{}", trail.checkpoint().await?.note.trim_end())?,
        "prove" => {
            let number = arguments.get_one::<u64>("number").ok_or("missing NUMBER")?;
            say!("{}", trail.prove(*number).await?.to_text().trim_end())?;
        }
        _ => {
            let mut keys = public_keys(arguments)?;
            if keys.is_empty() {
                keys.push(trail.public_key().await?);
            }
            let since = file("since");
            let since = since.map(|path| Ok::<_, Box<dyn Error>>(Checkpoint::open_with_any(&read(path)?, &keys)?));
            let found = trail.verify_since(&keys, since.transpose()?.as_slice()).await?;
            say!("{}", serde_json::to_string(&found)?)?;
            let unverified = trail.unverified_checkpoints(&keys).await?.count;
            if unverified > 0 {
                tracing::warn!(
                    "{unverified} checkpoints are not signed with the given public keys and were not compared: add --key with an earlier one"
                );
            }
            return Ok(if found.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the keys from `--key`.
fn public_keys(arguments: &ArgMatches) -> Result<Vec<NoteVerifier>, Box<dyn Error>> {
    let texts = arguments.get_many::<String>("key").unwrap_or_default();
    let keys = texts.map(|text| NoteVerifier::parse(text).map_err(|error| format!("--key: {text}: {error}")));
    Ok(keys.collect::<Result<_, _>>()?)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn lines(path: &Path) -> Result<impl Iterator<Item = std::io::Result<String>>, String> {
    let file = File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(BufReader::new(file).lines())
}

fn verify_export(path: &Path, keys: Vec<NoteVerifier>, kept: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let mut verifier = ExportVerifier::new(keys, kept)?;
    for line in lines(path)? {
        verifier.line(&line?)?;
    }
    let found = verifier.finish()?;
    say!("{}", serde_json::to_string(&found)?)?;
    Ok(if found.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn verify_proof(arguments: &ArgMatches) -> Result<ExitCode, Box<dyn Error>> {
    let path = |name: &str| arguments.get_one::<PathBuf>(name).ok_or("missing FILE");
    let (proof, export) = (path("proof")?, path("entry")?);
    let proof = InclusionProof::parse(&read(proof)?)?;
    for line in lines(export)? {
        if let Some((entry, _)) = parse_entry(&line?)
            && u64::try_from(entry.number) == Ok(proof.number)
        {
            let another = Err(ProofError::Checkpoint(NoteError::NotSigned));
            let mut by_key = public_keys(arguments)?.into_iter().map(|key| proof.verify(&entry, &key));
            let signed = by_key.find(|signed| *signed != another).unwrap_or(another);
            let (number, action) = (entry.number, &entry.action);
            return Ok(match signed {
                Ok(checkpoint) => {
                    say!("Entry {number} ({action}) is in the log of {} entries.", checkpoint.size)?;
                    ExitCode::SUCCESS
                }
                Err(error) => {
                    say!("Entry {number} ({action}): {error}.")?;
                    ExitCode::FAILURE
                }
            });
        }
    }
    Err(format!("{} does not contain entry {}", export.display(), proof.number).into())
}
