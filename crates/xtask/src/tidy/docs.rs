//! Rules for the documentation: the files, headings and tests that it names must exist.

use regex::Regex;

use crate::finding::Finding;
use crate::tree::SourceFile;

/// A link to a file of the repository, optionally with a heading.
const LINK: &str = r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)";

/// The path of a source file in code style.
const SOURCE: &str = r"`((?:\./)?[\w.-]+(?:/[\w.-]+)*\.(?:rs|tsx?|mjs|cjs|sh|sql|md))`";

/// A test of the crates, by its module and function.
const TEST: &str = r"`(\w+)::(\w+)`";

/// A test of the client, by its file and title.
const CLIENT_TEST: &str = r#"`([\w.]+\.(?:test|spec)\.tsx?)` "([^"]+)""#;

/// Pictures are not text, so they are missing from the source tree.
const PICTURES: [&str; 3] = [".png", ".svg", ".jpg"];

/// The document that names a test for each requirement.
const NAMES_TESTS: &str = "docs/ASVS.md";

/// The patterns, compiled.
struct Patterns {
    link: Regex,
    source: Regex,
    test: Regex,
    client_test: Regex,
}

impl Patterns {
    fn new() -> Option<Self> {
        Some(Self {
            link: Regex::new(LINK).ok()?,
            source: Regex::new(SOURCE).ok()?,
            test: Regex::new(TEST).ok()?,
            client_test: Regex::new(CLIENT_TEST).ok()?,
        })
    }
}

/// Finds references in the documentation to files, headings and tests that do not exist. The lore is part of the
/// product and not checked, and neither are pictures.
pub fn dead_references(files: &[SourceFile]) -> Vec<Finding> {
    let Some(patterns) = Patterns::new() else {
        return vec![Finding::about("docs", "could not be checked: xtask's own patterns are broken")];
    };
    let mut findings = Vec::new();
    for document in files.iter().filter(|file| file.extension() == "md" && !file.path.starts_with("crates/")) {
        for (number, line) in (1..).zip(document.text.lines()) {
            let mut complain = |message: String| findings.push(Finding::at(&document.path, number, message));
            for link in patterns.link.captures_iter(line) {
                let (path, heading) = (group(&link, 1), group(&link, 2));
                if !leads_somewhere(files, &document.path, path, heading) {
                    complain(format!("{path}#{heading} leads nowhere: use the current file and heading"));
                }
            }
            for name in patterns.source.captures_iter(line).map(|found| group(&found, 1).to_owned()) {
                if !is_there(files, &name) {
                    complain(format!("{name} does not exist: use the current file name"));
                }
            }
            if document.path == NAMES_TESTS {
                for name in missing_tests(files, &patterns, line) {
                    complain(format!("{name} is not a test: use the current test name, or write \"not tested\""));
                }
            }
        }
    }
    findings
}

/// Returns the text of a group, or an empty string.
fn group<'a>(found: &regex::Captures<'a>, number: usize) -> &'a str {
    found.get(number).map_or("", |part| part.as_str())
}

/// Whether a link in this document leads to a file or folder, and to a heading if it names one.
fn leads_somewhere(files: &[SourceFile], document: &str, path: &str, heading: &str) -> bool {
    if path.contains(':') || PICTURES.iter().any(|ending| path.ends_with(ending)) {
        return true;
    }
    let target = if path.is_empty() { document.to_owned() } else { resolved(document, path) };
    let folder = format!("{target}/");
    match files.iter().find(|file| file.path == target) {
        Some(file) if !heading.is_empty() => headings(&file.text).any(|one| one == heading),
        Some(_) => true,
        None => heading.is_empty() && files.iter().any(|file| file.path.starts_with(&folder)),
    }
}

/// The path of a link's target, relative to the root.
fn resolved(document: &str, path: &str) -> String {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// Returns the anchors of a text's headings, as the hosting service generates them. Lines of code are not headings.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let mut is_code = false;
    text.lines().filter_map(move |line| {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        let title = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
        let kept = title.to_lowercase().replace(' ', "-");
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        (!is_code).then(|| kept.collect())
    })
}

/// Whether a file has this path, or a path with this end.
fn is_there(files: &[SourceFile], name: &str) -> bool {
    let name = name.strip_prefix("./").unwrap_or(name);
    let end = format!("/{name}");
    files.iter().any(|file| file.path == name || file.path.ends_with(&end))
}

/// Returns the tests that a line names and that do not exist.
fn missing_tests(files: &[SourceFile], patterns: &Patterns, line: &str) -> Vec<String> {
    let in_crates = patterns.test.captures_iter(line).filter_map(|found| {
        let (module, function) = (group(&found, 1), group(&found, 2));
        let (file, folder) = (format!("/{module}.rs"), format!("/{module}/"));
        let written = [format!("fn {function}("), format!("    {function}: ")];
        let exists = files.iter().any(|one| {
            one.extension() == "rs"
                && (one.path.ends_with(&file) || one.path.contains(&folder))
                && written.iter().any(|text| one.text.contains(text))
        });
        (!exists).then(|| format!("{module}::{function}"))
    });
    let in_client = patterns.client_test.captures_iter(line).filter_map(|found| {
        let (file, title) = (group(&found, 1), group(&found, 2));
        let end = format!("/{file}");
        let exists = files.iter().any(|one| one.path.ends_with(&end) && one.text.contains(title));
        (!exists).then(|| format!("{file} \"{title}\""))
    });
    in_crates.chain(in_client).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, line: &str) -> usize {
        let files = [
            SourceFile::new("docs/OTHER.md", "# Other\n\n## The log, and `more`\n\n```sh\n# a comment\n```\n"),
            SourceFile::new("crates/web/src/guard.rs", "//! G.\nfn admits() {}\nfinds!(\n    leaks: 1,\n);\n"),
            SourceFile::new("crates/web/src/live/tests.rs", "//! T.\nasync fn closes() {}\n"),
            SourceFile::new("frontend/src/a.test.tsx", "test('a link leads on', () => {});\n"),
            SourceFile::new(path, format!("{line}\n")),
        ];
        dead_references(&files).len()
    }

    #[test]
    fn links_lead_to_files_folders_and_headings() {
        for good in [
            "[a](OTHER.md)",
            "[a](./OTHER.md#the-log-and-more)",
            "[a](../crates/web)",
            "[a](#here)\n# Here",
            "[a](https://example.org/x#y)",
            "[a](images/none.png)",
        ] {
            assert_eq!(found("docs/A.md", good), 0, "{good}");
        }
        for bad in ["[a](NONE.md)", "[a](OTHER.md#a-comment)", "[a](../OTHER.md)", "[a](#there)", "[a](../crates#x)"] {
            assert_eq!(found("docs/A.md", bad), 1, "{bad}");
        }
        assert_eq!(found("crates/server/lore/a.md", "[a](NONE.md)"), 0, "lore is no document");
    }

    #[test]
    fn named_source_files_exist() {
        for good in ["`web/src/guard.rs`", "`guard.rs`", "`a.test.tsx`", "`facility.toml`", "guess.rs", "`a b.rs`"] {
            assert_eq!(found("docs/A.md", good), 0, "{good}");
        }
        for bad in ["`web/src/gone.rs`", "`uard.rs`", "`scripts/gone.sh`"] {
            assert_eq!(found("docs/A.md", bad), 1, "{bad}");
        }
    }

    #[test]
    fn named_tests_exist() {
        for good in ["`guard::admits`", "`live::closes`", "`guard::leaks`", "`a.test.tsx` \"a link leads on\""] {
            assert_eq!(found("docs/ASVS.md", good), 0, "{good}");
        }
        for bad in ["`guard::closes`", "`live::admits`", "`web::gone`", "`a.test.tsx` \"a link leads off\""] {
            assert_eq!(found("docs/ASVS.md", bad), 1, "{bad}");
            assert_eq!(found("docs/B.md", bad), 0, "{bad}");
        }
    }
}
