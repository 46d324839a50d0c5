//! A rule for tests: those that measure time must be in modules that the test runner runs on their own.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::finding::Finding;
use crate::rust_code::{Code, bracket, is_sign, is_word, line_of};
use crate::tree::SourceFile;

/// The name of these modules, which `.config/nextest.toml` selects.
const MODULE: &str = "timed";

/// Programs that measure on an otherwise idle machine and do not run with the other tests.
const MEASURE: [&str; 3] = ["crates/server/tests/attack/", "crates/server/tests/faults/", "crates/trials/"];

/// Finds assertions on elapsed time outside these modules.
pub fn measured(file: &SourceFile, code: &Code) -> Vec<Finding> {
    let is_timed = file.path.split('/').any(|part| part.trim_end_matches(".rs") == MODULE);
    if is_timed || MEASURE.iter().any(|folder| file.path.starts_with(folder)) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    code.outside_modules(MODULE).each_level(&mut |level| {
        for window in level.windows(3) {
            let [name, sign, arguments] = window else { continue };
            if is_word(name, "assert")
                && is_sign(sign, '!')
                && let Some(condition) = bracket(arguments, Delimiter::Parenthesis)
                && limits_time(condition.stream())
            {
                let message = "measures time: move the test into a module `timed`, or wait for the expected state";
                findings.push(Finding::at(&file.path, line_of(name), message));
            }
        }
    });
    findings
}

/// Whether `elapsed()` is compared with an upper limit.
fn limits_time(condition: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    tokens.windows(3).any(|window| {
        matches!(window, [name, call, less] if is_word(name, "elapsed")
            && bracket(call, Delimiter::Parenthesis).is_some()
            && is_sign(less, '<'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::code_of;

    #[test]
    fn measured_time_is_found_outside_modules_for_it() {
        let found = |path: &str, text: &str| measured(&SourceFile::new(path, text), &code_of(text)).len();
        let test = "fn a() { b(); assert!(begun.elapsed() < LIMIT, \"{:?}\", begun.elapsed()); }";
        let (path, in_loop) = ("crates/web/src/a.rs", format!("fn c() {{ while d {{ {test} }} }}"));
        assert_eq!(found(path, test), 1);
        assert_eq!(found(path, &in_loop), 1);
        assert_eq!(found(path, &format!("mod tests {{ {test} }}")), 1);
        assert_eq!(found(path, &format!("mod tests {{ mod timed {{ use super::*; {test} }} }}")), 0);
        assert_eq!(found(path, &format!("mod timed {{ {test} }} {test}")), 1);
        for exempt in ["crates/web/src/live/timed.rs", "crates/web/tests/timed/a.rs", "crates/trials/src/a.rs"] {
            assert_eq!(found(exempt, test), 0, "{exempt}");
        }
        for other in [
            "fn a() { assert!(begun.elapsed() >= LEAST); }",
            "fn a() { while begun.elapsed() < LIMIT { assert!(b < c); } }",
            "// assert!(begun.elapsed() < LIMIT)",
        ] {
            assert_eq!(found(path, other), 0, "{other}");
        }
    }
}
