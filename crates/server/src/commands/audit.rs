//! `facility audit …`

use crate::compose::Foundation;
use std::error::Error;
use std::process::ExitCode;

/// Verifies the whole log and prints the result. The exit code is a failure if an entry was altered.
pub async fn verify(base: &Foundation) -> Result<ExitCode, Box<dyn Error>> {
    let found = base.trail().verify().await?;
    println!("{}", serde_json::to_string(&found)?);
    Ok(if found.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
