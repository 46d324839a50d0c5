//! Checks that generated files are up to date: regenerates them and compares the results with the existing files.
//!
//! The comparison is with files, not with a commit, so it works in a clean checkout, in the middle of a change, and in
//! an unpacked archive.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::finding::Finding;
use crate::tree;

/// Whether to keep the regenerated files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Restore the previous files.
    No,
    /// Keep the regenerated files.
    Yes,
}

/// A program that writes generated files.
struct Generator {
    /// The program to run, from the root of the repository.
    program: PathBuf,
    arguments: Vec<&'static str>,
    /// The file for its output. `None` if the program writes its files itself.
    output: Option<&'static str>,
}

/// The folders to which generators write.
const FOLDERS: [&str; 3] = ["docs/", "packaging/", "frontend/src/"];

/// Runs every generator. The findings name outdated files. With [`Keep::Yes`], the files are updated and their names
/// printed instead. Requires the server's binary in the same folder as this one, and the client's packages.
pub fn run(root: &Path, keep: Keep) -> Result<Vec<Finding>, String> {
    let own = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let facility = own.with_file_name("facility");
    if !facility.is_file() {
        return Err("the server is not built: run cargo build --workspace --all-targets".to_owned());
    }
    // The order matters: the client's code is generated from the server's API description.
    let generators = [
        Generator { program: facility.clone(), arguments: vec!["openapi"], output: Some("docs/openapi.json") },
        Generator { program: facility.clone(), arguments: vec!["config-doc"], output: Some("docs/CONFIGURATION.md") },
        Generator { program: facility, arguments: vec!["manual"], output: Some("packaging/facility.1") },
        Generator {
            program: PathBuf::from("npm"),
            arguments: vec!["--prefix", "frontend", "run", "--silent", "codegen"],
            output: None,
        },
    ];
    refresh(root, &generators, keep)
}

fn refresh(root: &Path, generators: &[Generator], keep: Keep) -> Result<Vec<Finding>, String> {
    let before = snapshot(root)?;
    let outcome = generators.iter().try_for_each(|generator| generate(root, generator));
    let after = snapshot(root)?;
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed: Vec<&String> = paths.into_iter().filter(|path| before.get(*path) != after.get(*path)).collect();

    if keep == Keep::Yes && outcome.is_ok() {
        for path in &changed {
            println!("written: {path}");
        }
        return Ok(Vec::new());
    }
    for path in &changed {
        put_back(&root.join(path), before.get(*path)).map_err(|error| format!("cannot restore {path}: {error}"))?;
    }
    outcome?;
    Ok(changed.into_iter().map(|path| Finding::about(path, "is not up to date: run `make openapi`")).collect())
}

/// Reads every text file in the folders to which generators write.
fn snapshot(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let files = tree::read(root)?.into_iter();
    Ok(files
        .filter(|file| FOLDERS.iter().any(|folder| file.path.starts_with(folder)))
        .map(|file| (file.path, file.text))
        .collect())
}

fn generate(root: &Path, generator: &Generator) -> Result<(), String> {
    let name = format!("{} {}", generator.program.display(), generator.arguments.join(" "));
    let output = Command::new(&generator.program)
        .args(&generator.arguments)
        .current_dir(root)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{name}: {}\n{}", output.status, String::from_utf8_lossy(&output.stdout)));
    }
    let Some(path) = generator.output else { return Ok(()) };
    if output.stdout.is_empty() {
        return Err(format!("{name}: printed nothing"));
    }
    let path = root.join(path);
    let folder = path.parent().unwrap_or(root);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, &output.stdout))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn put_back(path: &Path, text: Option<&String>) -> std::io::Result<()> {
    match text {
        Some(text) => std::fs::write(path, text),
        None => std::fs::remove_file(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &'static str, output: Option<&'static str>) -> Generator {
        Generator { program: PathBuf::from("sh"), arguments: vec!["-c", script], output }
    }

    /// A root with one generated and one other file.
    fn root() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("docs")).unwrap();
        std::fs::write(root.path().join("docs/openapi.json"), "old\n").unwrap();
        std::fs::write(root.path().join("docs/NOTES.md"), "by hand\n").unwrap();
        root
    }

    fn text(root: &tempfile::TempDir, path: &str) -> Option<String> {
        std::fs::read_to_string(root.path().join(path)).ok()
    }

    #[test]
    fn unchanged_files_have_no_findings() {
        let root = root();
        let same = [shell("echo old", Some("docs/openapi.json"))];
        assert_eq!(refresh(root.path(), &same, Keep::No), Ok(Vec::new()));
    }

    #[test]
    fn stale_file_is_found_and_restored() {
        let root = root();
        let changing = [
            shell("echo new", Some("docs/openapi.json")),
            shell("mkdir -p frontend/src && echo x >frontend/src/a.ts", None),
        ];
        let findings = refresh(root.path(), &changing, Keep::No).unwrap();
        let places: Vec<_> = findings.iter().map(|finding| finding.location.as_str()).collect();
        assert_eq!(places, ["docs/openapi.json", "frontend/src/a.ts"]);
        assert_eq!(text(&root, "docs/openapi.json").as_deref(), Some("old\n"));
        assert_eq!(text(&root, "frontend/src/a.ts"), None);
    }

    #[test]
    fn regenerated_file_is_kept_on_request() {
        let root = root();
        let changing = [shell("echo new", Some("docs/openapi.json"))];
        assert_eq!(refresh(root.path(), &changing, Keep::Yes), Ok(Vec::new()));
        assert_eq!(text(&root, "docs/openapi.json").as_deref(), Some("new\n"));
        assert_eq!(text(&root, "docs/NOTES.md").as_deref(), Some("by hand\n"));
    }

    #[test]
    fn failed_or_silent_generator_is_an_error_and_changes_nothing() {
        for broken in ["exit 3", "true", "echo half; exit 1"] {
            for keep in [Keep::No, Keep::Yes] {
                let root = root();
                let generators =
                    [shell("echo new", Some("docs/openapi.json")), shell(broken, Some("docs/CONFIGURATION.md"))];
                assert!(refresh(root.path(), &generators, keep).is_err(), "{broken}");
                assert_eq!(text(&root, "docs/openapi.json").as_deref(), Some("old\n"), "{broken}");
                assert_eq!(text(&root, "docs/CONFIGURATION.md"), None, "{broken}");
            }
        }
    }
}
