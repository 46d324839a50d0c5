//! Rules for SQL: a statement must mean the same on both databases.

use std::collections::BTreeSet;

use proc_macro2::TokenTree;
use regex::Regex;

use crate::finding::Finding;
use crate::rust_code::{Code, is_sign, is_word, line_of};
use crate::tree::SourceFile;

/// Keywords that identify SQL strings.
const SQL: &str = r"(?i)\b(SELECT|INSERT|UPDATE|DELETE|WHERE|FROM|VALUES|SET|AND|OR|LIMIT|RETURNING|ORDER BY)\b";

/// Keywords at the start of a complete statement.
const STATEMENT: &str = r#"(?i)^[a-z]*#*"[\s\\n]*(SELECT|INSERT|UPDATE|DELETE|WITH)\b"#;

/// A numbered bind parameter.
const BIND: &str = r"\$([0-9]+)";

/// Numbered bind parameters must first appear in ascending order. In PostgreSQL, `$2` is always the second value.
/// SQLite numbers parameters by their first appearance, so values out of order are swapped without an error.
pub fn bind_order(file: &SourceFile, code: &Code) -> Vec<Finding> {
    // Skips the samples in this crate's tests.
    if file.path.starts_with("crates/xtask/") {
        return Vec::new();
    }
    let (Ok(sql), Ok(statement), Ok(bind)) = (Regex::new(SQL), Regex::new(STATEMENT), Regex::new(BIND)) else {
        return vec![Finding::about(&file.path, "could not be checked: xtask's own patterns are broken")];
    };
    let mut findings = Vec::new();
    code.each_level(&mut |level| {
        for (index, token) in level.iter().enumerate() {
            let TokenTree::Literal(literal) = token else { continue };
            let text = literal.to_string();
            if is_documentation(level, index) || !text.ends_with(['"', '#']) || !sql.is_match(&text) {
                continue;
            }
            let mut seen: Vec<u32> = Vec::new();
            for capture in bind.captures_iter(&text) {
                let number = capture.get(1).and_then(|digits| digits.as_str().parse().ok()).unwrap_or(0);
                if !seen.contains(&number) {
                    seen.push(number);
                }
            }
            let ascends = seen.is_sorted();
            // Parts of a statement may start at any number. Complete statements start at 1, without gaps.
            let complete = !statement.is_match(&text) || seen.iter().zip(1..).all(|(number, wanted)| *number == wanted);
            if !ascends || !complete {
                let order = seen.iter().map(|number| format!("${number}")).collect::<Vec<_>>().join(", ");
                let message = format!("binds first appear as {order}: number them 1, 2, 3 in the order they appear");
                findings.push(Finding::at(&file.path, line_of(token), message));
            }
        }
    });
    findings
}

/// Whether the token is the text of a documentation comment, `doc = "..."`.
fn is_documentation(level: &[TokenTree], index: usize) -> bool {
    let before = |back: usize| index.checked_sub(back).and_then(|index| level.get(index));
    before(1).is_some_and(|token| is_sign(token, '=')) && before(2).is_some_and(|token| is_word(token, "doc"))
}

/// Both databases must have the same migration files.
pub fn same_migrations(files: &[SourceFile]) -> Vec<Finding> {
    let of = |folder: &str| -> BTreeSet<&str> {
        files.iter().filter_map(|file| file.path.strip_prefix(folder)?.strip_prefix('/')).collect()
    };
    let folders = ["migrations/sqlite", "migrations/postgres"];
    let [sqlite, postgres] = folders.map(of);
    let lacks =
        |folder: &str, path: &str| Finding::about(folder, format!("lacks {path}, which the other database has"));
    let mut findings: Vec<Finding> =
        sqlite.difference(&postgres).map(|path| lacks("migrations/postgres", path)).collect();
    findings.extend(postgres.difference(&sqlite).map(|path| lacks("migrations/sqlite", path)));
    for (folder, paths) in folders.iter().zip([&sqlite, &postgres]) {
        for path in paths {
            let named = path.split_once('/').is_some_and(|(_, file)| matches!(file, "up.sql" | "down.sql"));
            if !named {
                findings.push(Finding::about(*folder, format!("{path} is not NNNN_name/up.sql or down.sql")));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::code_of;

    fn found(sql: &str) -> usize {
        let text = format!("/// SELECT $2, $1\nfn a() {{ run(sql_query({sql})); }}");
        bind_order(&SourceFile::new("crates/infra/src/a.rs", &text), &code_of(&text)).len()
    }

    #[test]
    fn ordered_binds_pass() {
        for good in [
            r#""SELECT a FROM t WHERE b = $1 AND c = $2""#,
            r#""SELECT a FROM t WHERE b = $1 AND c = $2 OR d = $1 LIMIT $3""#,
            r##"r#"
                INSERT INTO t VALUES ($1, $2)"#"##,
            r#""AND b = $3 AND c = $4""#,
            r#""costs $2 rather than $1""#,
            r#""SELECT 1 FROM t WHERE a = '$'""#,
            "12",
        ] {
            assert_eq!(found(good), 0, "{good}");
        }
    }

    #[test]
    fn unordered_binds_are_found() {
        for bad in [
            r#""SELECT a FROM t WHERE b = $2 AND c = $1""#,
            r#""UPDATE t SET a = $1, b = $3 WHERE c = $2""#,
            r#""SELECT a FROM t WHERE b = $2""#,
            r#""SELECT a FROM t WHERE b = $1 AND c = $3""#,
            r##"r#"
                DELETE FROM t WHERE a = $2 AND b = $1"#"##,
            r#""AND b = $4 AND c = $3""#,
        ] {
            assert_eq!(found(bad), 1, "{bad}");
        }
    }

    #[test]
    fn migration_missing_on_one_database_is_found() {
        let files = |paths: &[&str]| paths.iter().map(|path| SourceFile::new(*path, "")).collect::<Vec<_>>();
        let pair = ["migrations/sqlite/0001_a/up.sql", "migrations/postgres/0001_a/up.sql"];
        assert_eq!(same_migrations(&files(&pair)), Vec::new());
        assert_eq!(same_migrations(&files(&[])), Vec::new());
        assert_eq!(same_migrations(&files(&["migrations/sqlite/0001_a/up.sql"])).len(), 1);
        let renamed = ["migrations/sqlite/0001_a/up.sql", "migrations/postgres/0001_b/up.sql"];
        assert_eq!(same_migrations(&files(&renamed)).len(), 2);
        let loose = ["migrations/sqlite/a.sql", "migrations/postgres/a.sql"];
        assert_eq!(same_migrations(&files(&loose)).len(), 2);
    }
}
