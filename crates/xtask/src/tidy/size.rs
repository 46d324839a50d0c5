//! Size limits for files and for the kernel.

use proc_macro2::TokenTree;

use crate::finding::Finding;
use crate::rust_code::{Code, line_of};
use crate::tree::SourceFile;

/// Maximum lines of a file without an exception.
const LONGEST: usize = 400;

/// Maximum number of lines of the kernel without its tests, so that it remains a vocabulary and does not collect
/// utilities.
const KERNEL: usize = 1_500;

/// The part of the kernel for tests of other crates, enabled by a feature.
const KERNEL_FIXTURES: &str = "crates/kernel/src/testing.rs";

/// Files that tools generate.
const GENERATED: [&str; 1] = ["frontend/src/api/generated.ts"];

/// An exception for a long file.
pub struct LongFile {
    /// Path relative to the root.
    pub path: &'static str,
    /// Why it should not be split.
    pub reason: &'static str,
}

/// The files that may be longer than 400 lines.
pub const LONG_FILES: &[LongFile] = &[
    LongFile {
        path: "crates/infra/src/db/schema.rs",
        reason: "one declaration of every table; macros that name several tables need them in one module",
    },
    LongFile {
        path: "frontend/src/api/endpoints.ts",
        reason: "the table of all calls, with what each makes stale, is read as one",
    },
];

/// Finds long source files that are not in `allowed`, and unnecessary entries of `allowed`.
pub fn long_files(files: &[SourceFile], allowed: &[LongFile]) -> Vec<Finding> {
    let is_source = |file: &&SourceFile| {
        matches!(file.extension(), "rs" | "ts" | "tsx" | "js" | "mjs" | "cjs" | "sh")
            && !GENERATED.contains(&file.path.as_str())
    };
    let too_long: Vec<(&str, usize)> = files
        .iter()
        .filter(is_source)
        .map(|file| (file.path.as_str(), file.text.lines().count()))
        .filter(|(_, lines)| *lines > LONGEST)
        .collect();

    let mut findings = Vec::new();
    for (path, lines) in &too_long {
        if !allowed.iter().any(|entry| entry.path == *path) {
            findings.push(Finding::about(
                *path,
                format!("has {lines} lines: split it, or give a reason in xtask's list of long files"),
            ));
        }
    }
    for entry in allowed {
        if !too_long.iter().any(|(path, _)| *path == entry.path) {
            findings.push(Finding::about(entry.path, "is listed as a long file but is not one"));
        }
        if entry.reason.trim().is_empty() {
            findings.push(Finding::about(entry.path, "is listed as a long file without a reason"));
        }
    }
    findings
}

/// Checks the number of code lines of the kernel without tests.
pub fn kernel(code: &[(&SourceFile, Code)]) -> Vec<Finding> {
    let lines: usize = code
        .iter()
        .filter(|(file, _)| file.path.starts_with("crates/kernel/src/") && file.path != KERNEL_FIXTURES)
        .map(|(file, code)| file.text.lines().count() - test_lines(code).min(file.text.lines().count()))
        .sum();
    if lines < KERNEL {
        return Vec::new();
    }
    vec![Finding::about("crates/kernel", format!("has {lines} lines outside of tests; it must stay under {KERNEL}"))]
}

/// Returns the number of lines of tests. Tests are at the end of a file, so it is the distance between its last token
/// and the last token outside tests.
fn test_lines(code: &Code) -> usize {
    last_line(code) - last_line(&code.without_tests())
}

fn last_line(code: &Code) -> usize {
    let mut last = 0;
    code.each_level(&mut |level| {
        for token in level {
            let end = match token {
                TokenTree::Group(group) => group.span_close().end().line,
                _ => line_of(token),
            };
            last = last.max(end);
        }
    });
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::code_of;

    fn file(path: &str, lines: usize) -> SourceFile {
        SourceFile::new(path, "x\n".repeat(lines))
    }

    #[test]
    fn long_file_without_a_reason_is_found() {
        let files = [file("a.rs", 400), file("b.tsx", 401), file("c.md", 4_000), file(GENERATED[0], 4_000)];
        let findings = long_files(&files, &[]);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].location, "b.tsx");
        assert_eq!(long_files(&files, &[LongFile { path: "b.tsx", reason: "one table" }]), Vec::new());
    }

    #[test]
    fn stale_exception_for_a_long_file_is_found() {
        let files = [file("a.rs", 20), file("b.rs", 500)];
        let allowed = [
            LongFile { path: "a.rs", reason: "was long" },
            LongFile { path: "b.rs", reason: " " },
            LongFile { path: "gone.rs", reason: "was long" },
        ];
        assert_eq!(long_files(&files, &allowed).len(), 3);
    }

    #[test]
    fn kernel_size_excludes_tests() {
        let text = |code: usize, tests: usize| {
            format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", "fn a() {}\n".repeat(code), "fn b() {}\n".repeat(tests))
        };
        let measured = |text: String| {
            let file = SourceFile::new("crates/kernel/src/lib.rs", text);
            kernel(&[(&file, code_of(&file.text))])
        };
        assert_eq!(measured(text(KERNEL - 1, 500)), Vec::new());
        assert_eq!(measured(text(KERNEL, 0)).len(), 1);
        let elsewhere = SourceFile::new("crates/users/src/lib.rs", text(2_000, 0));
        assert_eq!(kernel(&[(&elsewhere, code_of(&elsewhere.text))]), Vec::new());
    }
}
