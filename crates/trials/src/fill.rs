//! Writes documents, readers and sessions directly into the database.

use crate::corpus::{Corpus, Numbers};
use crate::failure::Failure;
use diesel::connection::SimpleConnection;
use facility_infra::db::Database;
use facility_users::session::SessionToken;
use std::fmt::Write as _;

/// Number of accounts for sign-ins, starting with `signer0`.
pub const SIGNERS: u32 = 64;

/// Number of accounts that submit, each with a session. The number of an account's pending submissions is limited by
/// [`facility_submissions::case::MAX_WAITING_ITEMS`].
pub const AUTHORS: u32 = 2048;

/// The level of the reader who makes most requests and owns three of five documents.
pub const READER_LEVEL: u8 = 3;
/// Number of documents owned by the first author, which are the oldest ones. Another author owns the remaining ones
/// that are not the reader's.
const FIRST_AUTHOR_DOCUMENTS: u64 = 100;
/// An archive section with documents of all levels, in addition to those in the repository.
pub const SECTION: &str = "00000000-0000-7000-a000-000000000001";
/// Number of documents in the section.
const ARCHIVED: i64 = 2000;
/// The readers' session timeout in minutes. Filling a large database takes longer than the default of 30.
const SESSION_TIMEOUT_MINUTES: u32 = 480;
/// The level of the reader who is an administrator.
pub const ADMIN_LEVEL: u8 = 5;
const READERS: [u8; 3] = [1, READER_LEVEL, ADMIN_LEVEL];
/// Number of documents per transaction.
const BATCH: u64 = 500;
/// Number of documents that are inserted before they are indexed.
const DOCUMENTS_PER_INDEXING: u64 = 65_536;

/// Returns the session cookie of the reader of this level.
pub fn cookie(level: u8) -> String {
    format!("facility_session={}", token(level).expose())
}

fn token(level: u8) -> SessionToken {
    SessionToken::from_bits([6 + level; 32])
}

/// Returns the session cookie of this author, one of [`AUTHORS`].
pub fn author_cookie(n: u32) -> String {
    format!("facility_session={}", author_token(n).expose())
}

fn author_token(n: u32) -> SessionToken {
    let mut bits = [0; 32];
    bits[..4].copy_from_slice(&n.to_le_bytes());
    SessionToken::from_bits(bits)
}

fn reader(level: u8) -> String {
    format!("00000000-0000-7000-9000-{level:012}")
}

fn author(n: u32) -> String {
    format!("00000000-0000-7000-9000-2{n:011}")
}

/// Returns the id of the `n`th document.
pub fn id(n: u64) -> String {
    format!("00000000-0000-7000-8000-{n:012}")
}

/// Adds readers of levels 1, 3 and 5 and authors of level 3, all with sessions, and this many documents of all levels.
/// `now` is in microseconds.
pub async fn fill(db: &Database, corpus: Corpus, documents: u64, now: i64) -> Result<(), Failure> {
    let later = now + 86_400_000_000;
    let mut statements: Vec<String> = READERS
        .into_iter()
        .map(|level| {
            let (id, fingerprint) = (reader(level), token(level).fingerprint());
            let is_admin = level == ADMIN_LEVEL;
            format!(
                "INSERT INTO users (id, username, username_key, access_key, clearance_level, is_admin, is_approved, \
                 two_factor_enabled, theme, session_timeout, failed_login_attempts, created_at, revision) \
                 VALUES ('{id}', 'reader{level}', 'reader{level}', 'security', {level}, {is_admin}, TRUE, FALSE, 'default', \
                 {SESSION_TIMEOUT_MINUTES}, 0, {now}, 0); \
                 INSERT INTO sessions (id, token_hash, user_id, method, created_at, last_active_at, expires_at) \
                 VALUES ('{id}', '{fingerprint}', '{id}', 'password', {now}, {now}, {later})"
            )
        })
        .collect();
    // They have the administrator's password, whose hash the server created.
    for n in 0..SIGNERS {
        statements.push(format!(
            "INSERT INTO users (id, username, username_key, access_key, clearance_level, is_admin, is_approved, \
             two_factor_enabled, theme, session_timeout, failed_login_attempts, created_at, revision, password_hash) \
             SELECT '00000000-0000-7000-9000-1{n:011}', 'signer{n}', 'signer{n}', 'security', 3, FALSE, TRUE, FALSE, \
             'default', 30, 0, {now}, 0, password_hash FROM users WHERE username_key = 'administrator'"
        ));
    }
    statements.push(authors(now, later));
    statements.extend(section(now));
    let mut numbers = Numbers(7);
    let mut from = 0;
    while from < documents {
        let to = documents.min(from + BATCH);
        statements.push(batch(corpus, &mut numbers, from..to, now));
        for sql in statements.drain(..) {
            db.write(move |conn| Ok(conn.batch_execute(&sql)?)).await?;
        }
        from = to;
        if from == documents || from / DOCUMENTS_PER_INDEXING > (from - BATCH.min(from)) / DOCUMENTS_PER_INDEXING {
            facility_infra::testing::index_documents(db).await?;
        }
    }
    // The statistics that a running server collects for tables of this size. It has none of an almost empty audit log,
    // because PostgreSQL would then plan to scan the log even after it has grown.
    for table in ["documents", "document_texts", "search_words", "search_sequences", "users", "sessions"] {
        let sql = format!("ANALYZE {table}");
        db.write(move |conn| Ok(conn.batch_execute(&sql)?)).await?;
    }
    Ok(())
}

/// Returns the statements that add the authors and their sessions.
fn authors(now: i64, later: i64) -> String {
    let (mut accounts, mut sessions) = (Vec::new(), Vec::new());
    for n in 0..AUTHORS {
        let (id, fingerprint) = (author(n), author_token(n).fingerprint());
        accounts.push(format!(
            "('{id}', 'author{n}', 'author{n}', 'security', 3, FALSE, TRUE, FALSE, 'default', {SESSION_TIMEOUT_MINUTES}, 0, {now}, 0)"
        ));
        sessions.push(format!("('{id}', '{fingerprint}', '{id}', 'password', {now}, {now}, {later})"));
    }
    format!(
        "INSERT INTO users (id, username, username_key, access_key, clearance_level, is_admin, is_approved, \
         two_factor_enabled, theme, session_timeout, failed_login_attempts, created_at, revision) VALUES {}; \
         INSERT INTO sessions (id, token_hash, user_id, method, created_at, last_active_at, expires_at) VALUES {}",
        accounts.join(", "),
        sessions.join(", ")
    )
}

/// Returns the statements that add the section and its documents.
fn section(now: i64) -> Vec<String> {
    let owner = reader(READER_LEVEL);
    let mut statements = vec![format!(
        "INSERT INTO archive_sections (id, name, name_key, description, section_type, display_order, is_active, \
         created_by, created_at, updated_at) \
         VALUES ('{SECTION}', 'Measured', 'measured', '', 'general', 1, TRUE, '{owner}', {now}, {now})"
    )];
    statements.extend(numbered(
        "INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
         archive_requested, version, created_at, updated_at, archived_at, archived_by, archive_section)",
        ARCHIVED,
        &format!(
            "'00000000-0000-7000-8001-' || CAST(100000000000 + i AS TEXT), 'Archived ' || CAST(i AS TEXT), 'Archived.', \
             'ENTITY', 1 + i % 5, '{owner}', TRUE, FALSE, 1, {now}, {now}, {now} - i, '{owner}', '{SECTION}'"
        ),
    ));
    statements
}

fn batch(corpus: Corpus, numbers: &mut Numbers, range: std::ops::Range<u64>, now: i64) -> String {
    let mut sql = "INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
                   archive_requested, version, created_at, updated_at) VALUES "
        .to_owned();
    let (few, most, rest) = (author(0), reader(READER_LEVEL), author(1));
    for n in range.clone() {
        // The level changes with each document, so that each author has documents of all levels.
        let owner = if n < FIRST_AUTHOR_DOCUMENTS {
            &few
        } else if n / 5 % 5 < 3 {
            &most
        } else {
            &rest
        };
        let joint = if n == range.start { "" } else { ", " };
        let (id, level, content) = (id(n), 1 + n % 5, corpus.content(numbers, n));
        // Writing to a String cannot fail.
        let _always_ok = write!(
            sql,
            "{joint}('{id}', 'Document {n}', '{content}', 'ENTITY', {level}, '{owner}', FALSE, FALSE, 1, \
             {now}, {now})"
        );
    }
    sql
}

/// Number of rows that one statement adds. Statements have a time limit.
const ROWS_PER_STATEMENT: i64 = 50_000;

/// Returns statements that begin with `insert` and add these columns for each `i` from 1 to `count`, valid on both
/// databases.
pub fn numbered(insert: &str, count: i64, columns: &str) -> Vec<String> {
    let batch = |first: i64| {
        let last = count.min(first + ROWS_PER_STATEMENT - 1);
        format!(
            "{insert} WITH RECURSIVE n(i) AS (SELECT CAST({first} AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {last}) \
             SELECT {columns} FROM n"
        )
    };
    (0..=(count - 1) / ROWS_PER_STATEMENT).map(|n| batch(n * ROWS_PER_STATEMENT + 1)).collect()
}
