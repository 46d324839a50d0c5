//! Developer automation: `xtask <command>`, run from anywhere in the repository.
//!
//! The rules are plain functions from source files to a list of [`finding::Finding`]s. Tests run each rule on good and
//! bad samples, and then on this repository, so that `cargo test` enforces them.

mod finding;
mod fresh;
mod layers;
mod rust_code;
mod tidy;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: xtask <command>
  layers         check the dependencies between the layers
  tidy           check the rules of the source tree
  fresh          fail if a generated file is stale; changes nothing
  fresh --fix    regenerate stale files";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = repository();
    let outcome = match arguments.as_slice() {
        ["layers"] => layers::read(&root).map(|packages| layers::check(&packages)),
        ["tidy"] => tree::read(&root).map(|files| tidy::check(&files)),
        ["fresh"] => fresh::run(&root, fresh::Keep::No),
        ["fresh", "--fix"] => fresh::run(&root, fresh::Keep::Yes),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(findings) if findings.is_empty() => ExitCode::SUCCESS,
        Ok(findings) => {
            eprintln!("{}", finding::lines(&findings));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository, two folders above this crate.
fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
