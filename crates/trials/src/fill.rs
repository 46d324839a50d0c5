//! Documents, a reader and a session, written straight into the database.

use crate::Failure;
use diesel::connection::SimpleConnection;
use infra::db::Database;
use std::fmt::Write as _;
use users::session::SessionToken;

/// The word that ten documents in a hundred thousand have.
pub const RARE: &str = "rare00042";
/// The word that nearly every document has.
pub const COMMON: &str = "kakaka";

/// The first words of the vocabulary, which are the most frequent.
pub const COMMON_WORDS: [&str; 12] = [
    "kakaka", "lokaka", "mikaka", "takaka", "rekaka", "sukaka", "nekaka", "vokaka", "pikaka", "dakaka",
    "xekaka", "qukaka",
];

/// Accounts that sign in, `signer0` and on.
pub const SIGNERS: u32 = 64;

const READER: &str = "00000000-0000-7000-9000-000000000001";
const SYLLABLES: [&str; 20] = [
    "ka", "lo", "mi", "ta", "re", "su", "ne", "vo", "pi", "da", "xe", "qu", "fa", "go", "hu", "ja", "le",
    "mo", "ny", "ro",
];
/// The vocabulary has two to the power of this many words, less one, each of three syllables: of one length, so that none
/// is the beginning of another.
const OCTAVES: u64 = 12;
/// About two thousand characters.
const WORDS: usize = 280;
/// Documents of one transaction.
const BATCH: u64 = 500;

/// The cookie of the reader's session.
pub fn cookie() -> String {
    format!("facility_session={}", token().expose())
}

fn token() -> SessionToken {
    SessionToken::from_bits([9; 32])
}

/// The id of the `n`th document.
pub fn id(n: u64) -> String {
    format!("00000000-0000-7000-8000-{n:012}")
}

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    /// Below `limit`, which is a power of two.
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) & (limit - 1)
    }

    /// A word; the nth most frequent is about n times as rare as the first, as in a language.
    fn word(&mut self) -> String {
        // Every power of two as often as any other, and evenly within: that is rarer by rank.
        let power = 1 << (self.below(1 << 20) % OCTAVES);
        let mut rest = power + self.below(power) - 1;
        let mut word = String::new();
        for _ in 0..3 {
            let syllable = usize::try_from(rest % 20).ok().and_then(|n| SYLLABLES.get(n));
            word += syllable.unwrap_or(&"ka");
            rest /= 20;
        }
        word
    }
}

/// A reader of level 3 with a session, and this many documents of all levels. `now` in microseconds.
pub async fn fill(db: &Database, documents: u64, now: i64) -> Result<(), Failure> {
    let later = now + 86_400_000_000;
    let fingerprint = token().fingerprint();
    let mut statements = vec![format!(
        "INSERT INTO users (id, username, username_key, access_key, clearance_level, is_admin, is_approved, \
         two_factor_enabled, theme, session_timeout, failed_login_attempts, created_at, revision) \
         VALUES ('{READER}', 'reader', 'reader', 'security', 3, FALSE, TRUE, FALSE, 'default', 30, 0, {now}, 0); \
         INSERT INTO sessions (id, token_hash, user_id, method, created_at, last_active_at, expires_at) \
         VALUES ('{READER}', '{fingerprint}', '{READER}', 'password', {now}, {now}, {later})"
    )];
    // With the administrator's password: a hash that the server made.
    for n in 0..SIGNERS {
        statements.push(format!(
            "INSERT INTO users (id, username, username_key, access_key, clearance_level, is_admin, is_approved, \
             two_factor_enabled, theme, session_timeout, failed_login_attempts, created_at, revision, password_hash) \
             SELECT '00000000-0000-7000-9000-1{n:011}', 'signer{n}', 'signer{n}', 'security', 3, FALSE, TRUE, FALSE, \
             'default', 30, 0, {now}, 0, password_hash FROM users WHERE username_key = 'administrator'"
        ));
    }
    let mut numbers = Numbers(7);
    let mut from = 0;
    while from < documents {
        let to = documents.min(from + BATCH);
        statements.push(batch(&mut numbers, from..to, now));
        for sql in statements.drain(..) {
            db.write(move |conn| Ok(conn.batch_execute(&sql)?)).await?;
        }
        from = to;
    }
    // What a server that has been running for a while knows of its tables.
    db.write(|conn| Ok(conn.batch_execute("ANALYZE")?)).await?;
    Ok(())
}

fn batch(numbers: &mut Numbers, range: std::ops::Range<u64>, now: i64) -> String {
    let mut sql =
        "INSERT INTO documents (id, title, content, category, clearance_level, submitted_by, is_archived, \
                   archive_requested, is_template, version, is_draft, created_at, updated_at) VALUES "
            .to_owned();
    for n in range.clone() {
        let mut words: Vec<String> = (0..WORDS).map(|_| numbers.word()).collect();
        words.push(format!("rare{:05}", n % 10_000));
        let joint = if n == range.start { "" } else { ", " };
        let (id, level, content) = (id(n), 1 + n % 5, words.join(" "));
        // Writing to a String cannot fail.
        let _always_ok = write!(
            sql,
            "{joint}('{id}', 'Document {n}', '{content}', 'ENTITY', {level}, '{READER}', FALSE, FALSE, FALSE, 1, \
             FALSE, {now}, {now})"
        );
    }
    sql
}
