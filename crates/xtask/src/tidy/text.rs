//! Rules over plain text: white space, words that must not be in the repository, tests that are switched off.

use regex::Regex;

use crate::finding::Finding;
use crate::tree::SourceFile;

/// Files that a package manager writes, with addresses of its own.
const MANAGED: [&str; 1] = ["Cargo.lock"];

/// The system's temporary folder, written so that this line does not match itself.
const TEMPORARY: &str = r"/tm[p]/";

/// What must not be in any file: a pattern, and what to do instead.
const FORBIDDEN: [(&str, &str); 3] = [
    (
        r#"(^|[\s"'`(=:,\[])/(work|root|home|Users)/"#,
        "a path of somebody's machine: name files from the root of the repository",
    ),
    (TEMPORARY, "a fixed temporary path: ask for a fresh one (mktemp, tempfile)"),
    (
        r"\b(crates\.io|registry\.npmjs\.org|registry\.yarnpkg\.com|deb\.debian\.org)\b",
        "the address of a registry: where packages come from is the machine's to say",
    ),
];

/// The scripts that own a folder below the system's temporary one, and say why.
const MAY_NAME_TMP: [&str; 1] = ["scripts/with-postgres.sh"];

/// How a test of the client is switched off, or all the others are.
const SWITCHED_OFF: &str =
    r"\b(it|test|describe)(\.[a-z]+)*\.(skip|only|todo|fixme|fail)\b|\b(xit|xtest|xdescribe|fit|fdescribe)\(";

/// Tabs, and blanks at the end of a line, in Rust files: the formatter leaves those in comments and strings alone.
pub fn white_space(file: &SourceFile) -> Vec<Finding> {
    if file.extension() != "rs" {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        if text.ends_with(char::is_whitespace) {
            findings.push(Finding::at(&file.path, line, "ends in white space"));
        }
        if text.contains('\t') {
            findings.push(Finding::at(&file.path, line, "holds a tab"));
        }
    }
    findings
}

/// Words that must not be in the repository.
pub fn forbidden_words(file: &SourceFile) -> Vec<Finding> {
    if MANAGED.contains(&file.path.as_str()) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (pattern, advice) in FORBIDDEN {
        if pattern == TEMPORARY && MAY_NAME_TMP.contains(&file.path.as_str()) {
            continue;
        }
        findings.extend(lines_matching(file, pattern, advice));
    }
    findings
}

/// Tests of the client that do not run.
pub fn switched_off_client_tests(file: &SourceFile) -> Vec<Finding> {
    let is_test = [".test.", ".spec."].iter().any(|part| file.path.contains(part));
    if !file.path.starts_with("frontend/") || !is_test {
        return Vec::new();
    }
    lines_matching(file, SWITCHED_OFF, "a test that does not run, or keeps others from it")
}

/// A finding for each line that matches.
fn lines_matching(file: &SourceFile, pattern: &str, message: &str) -> Vec<Finding> {
    match Regex::new(pattern) {
        Ok(pattern) => (1..)
            .zip(file.text.lines())
            .filter(|(_, text)| pattern.is_match(text))
            .map(|(line, _)| Finding::at(&file.path, line, message))
            .collect(),
        Err(error) => vec![Finding::about(&file.path, error.to_string())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_found_in_rust() {
        let found = |path: &str, text: &str| white_space(&SourceFile::new(path, text)).len();
        assert_eq!(found("a.rs", "fn a() {}\n\n// b\n"), 0);
        assert_eq!(found("a.rs", "fn a() {} \n\t// b\n// c\t\n"), 4);
        assert_eq!(found("Makefile", "\tcc \n"), 0);
    }

    #[test]
    fn a_machines_paths_and_registries_are_found() {
        let found = |path: &str, text: &str| forbidden_words(&SourceFile::new(path, text)).len();
        // Split, so that this file does not hold what it forbids.
        for bad in [
            concat!("cd /wo", "rk/main"),
            concat!("path = \"/ro", "ot/notes\""),
            concat!("open('/ho", "me/me/x')"),
            concat!("log=/t", "mp/x.log"),
            concat!("\"resolved\": \"https://registry.npm", "js.org/a/-/a-1.0.0.tgz\""),
            concat!("https://static.crates", ".io/x"),
            concat!("deb http://deb.deb", "ian.org/debian"),
        ] {
            assert_eq!(found("README.md", bad), 1, "{bad}");
        }
        for good in
            ["/api/documents/1", "frame/work/order", "the root of / is home", "https://example.org/root/"]
        {
            assert_eq!(found("README.md", good), 0, "{good}");
        }
        assert_eq!(
            found("Cargo.lock", concat!("registry+https://github.com/rust-lang/crates", ".io-index")),
            0
        );
        assert_eq!(found("scripts/with-postgres.sh", concat!("mktemp -d /t", "mp/x.XXXXXX")), 0);
    }

    #[test]
    fn a_client_test_that_does_not_run_is_found() {
        let found = |path: &str, text: &str| switched_off_client_tests(&SourceFile::new(path, text)).len();
        for bad in [
            "it.skip('a')",
            "test.only('a')",
            "describe.only('a')",
            "test.describe.skip('a')",
            "xit('a')",
            "test.fixme()",
            "it.todo('a')",
            "fdescribe('a')",
        ] {
            assert_eq!(found("frontend/src/a.test.tsx", bad), 1, "{bad}");
            assert_eq!(found("frontend/e2e/a.spec.ts", bad), 1, "{bad}");
        }
        for good in
            ["it('skips the link')", "it.each([])('a')", "test.describe('a')", "exit(1)", "list.skip(1)"]
        {
            assert_eq!(found("frontend/src/a.test.tsx", good), 0, "{good}");
        }
        assert_eq!(found("frontend/src/a.ts", "it.skip"), 0);
    }
}
