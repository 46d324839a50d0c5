//! The audit log: append-only. Open screens are fed from it.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::audit_log;
use crate::storage::audit::activity;
use crate::storage::stored::Stored;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};
use facility_audit::chain::{ChainKey, Link, SealedEntry};
use facility_audit::entry::Entry;
use facility_audit::filter::LogFilter;
use facility_kernel::{AuditEntryId, Page, PageRequest, Timestamp};
use std::ops::RangeInclusive;

columns! {
    struct Row in audit_log, of entry: SealedEntry {
        number: i64 = entry.number,
        id: String = entry.id,
        action: String = entry.action,
        entity_type: String = entry.entity_type,
        entity_id: Option<String> = entry.entity_id,
        performed_by: Option<String> = entry.performed_by,
        performed_by_username: Option<String> = entry.performed_by_username,
        details: Option<String> = entry.details,
        ip_address: Option<String> = entry.ip_address,
        user_agent: Option<String> = entry.user_agent,
        request_id: String = entry.request_id,
        is_admin_action: bool = entry.is_admin_action,
        count: i64 = entry.count,
        timestamp: i64 = entry.timestamp,
        content_changed_at: i64 = entry.content_changed_at,
        previous_hash: [u8; 32] = entry.previous_hash,
        hash: [u8; 32] = entry.hash,
        mac: [u8; 32] = entry.mac,
    }
    fn entry() -> SealedEntry = SealedEntry {
        number, id, action, entity_type, entity_id, performed_by, performed_by_username, details, ip_address,
        user_agent, request_id, is_admin_action, count, timestamp, content_changed_at, previous_hash, hash, mac,
    }
}

/// A digest. One that is not hexadecimal was tampered with. It becomes a digest that matches nothing, so that a
/// verification names this entry instead of failing as a whole.
impl Stored for [u8; 32] {
    type Raw = String;
    fn store(&self) -> String {
        hex::encode(self)
    }
    fn read(raw: String) -> Option<Self> {
        Some(decode(&raw).unwrap_or([0xff; 32]))
    }
}

/// Decodes lower-case hexadecimal only, so that each digest has one spelling.
fn decode(text: &str) -> Option<[u8; 32]> {
    let bytes: [u8; 32] = hex::decode(text).ok()?.try_into().ok()?;
    (!text.bytes().any(|byte| byte.is_ascii_uppercase())).then_some(bytes)
}

/// Appends an entry after the newest one. It has to be the last statement that can block: numbers follow the commit
/// order, so on PostgreSQL every audited write waits here until the previous one has committed. There a trigger also
/// notifies all nodes of the entry.
pub(crate) fn append(conn: &mut AnyConn, entry: &Entry, key: &ChainKey) -> Result<(), DbError> {
    activity::count_action(conn, entry.action, entry.count, entry.timestamp)?;
    let (previous, changed_before) = match tail(conn)? {
        None => (Link::START, Timestamp::EPOCH),
        Some((number, hash, changed_at)) => {
            let inconsistent = || DbError::Inconsistent { table: "audit_log", column: "hash", row: number.to_string() };
            let hash = decode(&hash).ok_or_else(inconsistent)?;
            (Link { number, hash }, Timestamp::from_micros(changed_at))
        }
    };
    let row = Row::of(&SealedEntry::seal(entry, previous, changed_before, key));
    diesel::insert_into(audit_log::table).values(&row).execute(conn)?;
    Ok(())
}

/// Whether the log contains the entry with this id.
pub(crate) fn contains(conn: &mut AnyConn, id: AuditEntryId) -> Result<bool, DbError> {
    let entry = audit_log::table.filter(audit_log::id.eq(id.to_string()));
    Ok(diesel::select(diesel::dsl::exists(entry)).get_result(conn)?)
}

/// The number, hash and content-changed timestamp of the newest entry.
type Tail = (i64, String, i64);

/// Waits for the exclusive right to append, and returns the newest entry. No other entry follows it before the end of
/// the transaction.
fn tail(conn: &mut AnyConn) -> Result<Option<Tail>, DbError> {
    let newest = match conn {
        AnyConn::Pg(c) => {
            // Lock and read are one round trip, because every audited write waits for this.
            let sql = "SELECT number, hash, content_changed_at FROM audit_log_tail()";
            Phrase::<(BigInt, Text, BigInt)>::sql(sql).statement().get_result(c).optional()?
        }
        AnyConn::Sqlite(c) => audit_log::table
            .select((audit_log::number, audit_log::hash, audit_log::content_changed_at))
            .order(audit_log::number.desc())
            .first(c)
            .optional()?,
    };
    Ok(newest)
}

/// The part of an entry that the feed of open screens reads.
#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_log)]
pub(crate) struct FeedEntry {
    pub(crate) number: i64,
    pub(crate) action: String,
    /// Id of the affected record.
    pub(crate) entity_id: Option<String>,
    /// Timestamp in microseconds.
    pub(crate) timestamp: i64,
}

/// Returns the columns that the feed needs, for up to `limit` entries with a number above `after`, in order.
pub(crate) fn feed_after(conn: &mut AnyConn, after: i64, limit: i64) -> Result<Vec<FeedEntry>, DbError> {
    Ok(audit_log::table
        .filter(audit_log::number.gt(after))
        .order(audit_log::number.asc())
        .limit(limit)
        .select(FeedEntry::as_select())
        .load(conn)?)
}

/// Returns up to `limit` entries with a number above `after`, in order.
pub(crate) fn read_after(conn: &mut AnyConn, after: i64, limit: u32) -> Result<Vec<SealedEntry>, DbError> {
    let rows: Vec<Row> = audit_log::table
        .filter(audit_log::number.gt(after))
        .order(audit_log::number.asc())
        .limit(i64::from(limit))
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(Row::entry).collect()
}

/// Returns the newest entry.
pub(crate) fn last(conn: &mut AnyConn) -> Result<Option<SealedEntry>, DbError> {
    let row: Option<Row> =
        audit_log::table.order(audit_log::number.desc()).select(Row::as_select()).first(conn).optional()?;
    row.map(Row::entry).transpose()
}

/// Returns the existing entries with these numbers.
pub(crate) fn links(conn: &mut AnyConn, numbers: &[i64]) -> Result<Vec<Link>, DbError> {
    let rows: Vec<(i64, String)> = audit_log::table
        .filter(audit_log::number.eq_any(numbers))
        .select((audit_log::number, audit_log::hash))
        .load(conn)?;
    Ok(rows.into_iter().map(link).collect())
}

/// Returns the numbers and hashes of up to `limit` entries with a number above `after`, in order.
pub(crate) fn links_after(conn: &mut AnyConn, after: i64, limit: u32) -> Result<Vec<Link>, DbError> {
    let rows: Vec<(i64, String)> = audit_log::table
        .filter(audit_log::number.gt(after))
        .order(audit_log::number.asc())
        .limit(i64::from(limit))
        .select((audit_log::number, audit_log::hash))
        .load(conn)?;
    Ok(rows.into_iter().map(link).collect())
}

fn link((number, hash): (i64, String)) -> Link {
    Link { number, hash: decode(&hash).unwrap_or([0xff; 32]) }
}

/// Returns the number of the newest entry, which is also the number of entries, because numbers have no gaps. Zero
/// for an empty log.
pub(crate) fn newest(conn: &mut AnyConn) -> Result<i64, DbError> {
    let last: Option<i64> = audit_log::table.select(diesel::dsl::max(audit_log::number)).first(conn)?;
    Ok(last.unwrap_or(0))
}

/// Returns a range of numbers that includes all entries between these times, and some before and after them.
pub(crate) fn span(
    conn: &mut AnyConn,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
) -> Result<RangeInclusive<i64>, DbError> {
    let newest = newest(conn)?;
    let first = match from {
        None => 1,
        Some(from) => first_since(conn, newest, from.minus(LogFilter::DISORDER))?,
    };
    let last = match until {
        None => newest,
        Some(until) => first_since(conn, newest, until.plus(LogFilter::DISORDER))?.saturating_sub(1),
    };
    Ok(first..=last)
}

/// Returns the number of the first entry that is not older than `time`, up to one after `newest`, by binary search.
/// Entries are in order of time except for differences up to [`LogFilter::DISORDER`].
fn first_since(conn: &mut AnyConn, newest: i64, time: Timestamp) -> Result<i64, DbError> {
    let (mut low, mut high) = (1, newest.saturating_add(1));
    while low < high {
        let middle = low + (high - low) / 2;
        let at: i64 = audit_log::table
            .filter(audit_log::number.eq(middle))
            .select(audit_log::timestamp)
            .first(conn)
            .optional()?
            .unwrap_or(i64::MAX);
        if at < time.as_micros() {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// Counts the entries with these numbers that the filter admits.
pub(crate) fn count_within(
    conn: &mut AnyConn,
    filter: &LogFilter,
    numbers: &RangeInclusive<i64>,
) -> Result<i64, DbError> {
    let query = filtered(audit_log::table.into_boxed(), conn, filter)
        .filter(audit_log::number.between(*numbers.start(), *numbers.end()));
    Ok(query.count().get_result(conn)?)
}

/// Returns a page of the entries of a view, newest first.
pub(crate) fn list(conn: &mut AnyConn, filter: &LogFilter, page: PageRequest) -> Result<Page<SealedEntry>, DbError> {
    let last = page.after.map_or(i64::MAX, |after| after.position().saturating_sub(1));
    let rows = list_within(conn, filter, &(1..=last), usize::from(page.limit.get()) + 1)?;
    Ok(Page::from_rows(rows, page.limit))
}

/// Returns up to `most` of the entries with these numbers that the filter admits, newest first, with their numbers.
pub(crate) fn list_within(
    conn: &mut AnyConn,
    filter: &LogFilter,
    numbers: &RangeInclusive<i64>,
    most: usize,
) -> Result<Vec<(i64, SealedEntry)>, DbError> {
    let rows: Vec<Row> = filtered(audit_log::table.into_boxed(), conn, filter)
        .filter(audit_log::number.between(*numbers.start(), *numbers.end()))
        .order(Phrase::<BigInt>::sql(newest_first(filter)))
        .limit(i64::try_from(most).unwrap_or(i64::MAX))
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(|row| Ok((row.number, row.entry()?))).collect()
}

type LogQuery<'a> = audit_log::BoxedQuery<'a, <AnyConn as Connection>::Backend>;

/// The order of a list, by the columns of the index that answers the filter. Ordered by the number alone, PostgreSQL
/// would use the primary key and scan for rare or old entries from the newest one on.
fn newest_first(filter: &LogFilter) -> &'static str {
    match (filter.is_indexed(), &filter.action) {
        (true, Some(_)) => "action DESC, number DESC",
        (true, None) => "lower(COALESCE(performed_by_username, 'SYSTEM')) DESC, number DESC",
        (false, _) => "number DESC",
    }
}

fn filtered<'a>(mut query: LogQuery<'a>, conn: &AnyConn, filter: &LogFilter) -> LogQuery<'a> {
    // PostgreSQL does not treat an array of one value as a constant, which it would leave out of the order.
    let (one, end) = match conn {
        AnyConn::Pg(_) => (" = ANY(ARRAY[lower(", ")])"),
        AnyConn::Sqlite(_) => (" = lower(", ")"),
    };
    if let Some(is_admin_action) = filter.is_admin_action {
        query = query.filter(audit_log::is_admin_action.eq(is_admin_action));
    }
    if let Some(action) = &filter.action {
        query = query.filter(Phrase::<Bool>::sql("action").then(one).text(action.as_str()).then(end));
    }
    if let Some(person) = &filter.person {
        // The indexed expression. `LogFilter::SYSTEM` is the name of entries without one.
        let named = Phrase::<Bool>::sql("(lower(COALESCE(performed_by_username, 'SYSTEM'))").then(one);
        let named = named.text(person.as_str()).then(end);
        query = query.filter(if filter.is_by_id() {
            named.then(" OR performed_by = ").text(person.to_lowercase()).then(")")
        } else {
            named.then(")")
        });
    }
    if let Some(from) = filter.from {
        query = query.filter(audit_log::timestamp.ge(from.as_micros()));
    }
    if let Some(until) = filter.until {
        query = query.filter(audit_log::timestamp.lt(until.as_micros()));
    }
    for word in &filter.words {
        query = query.filter(contains_word(conn, word));
    }
    query
}

/// The searched columns.
const SEARCHED: [&str; 7] =
    ["details", "action", "entity_type", "entity_id", "performed_by", "performed_by_username", "ip_address"];

/// The condition that a column contains this word. Both databases ignore case, SQLite only that of ASCII letters. For
/// ASCII words the C collation of PostgreSQL does the same in a third of the time.
fn contains_word(conn: &AnyConn, word: &str) -> Phrase<Bool> {
    let pattern = anywhere(word);
    match conn {
        AnyConn::Sqlite(_) => {
            // SQLite compares faster without an escape character, and column by column.
            let end = if pattern.contains('\\') { " ESCAPE '\\' OR " } else { " OR " };
            let any = SEARCHED
                .iter()
                .fold(Phrase::sql("("), |any, column| any.then(column).then(" LIKE ").text(pattern.as_str()).then(end));
            any.then("FALSE)")
        }
        // Spaces separate the columns: no word contains one.
        AnyConn::Pg(_) => Phrase::sql(
            "concat_ws(' ', action, entity_type, entity_id, performed_by, performed_by_username, \
             ip_address, details)",
        )
        .then(if word.is_ascii() { " COLLATE \"C\" ILIKE " } else { " ILIKE " })
        .text(pattern)
        .then(" ESCAPE '\\'"),
    }
}

/// Returns a pattern for texts that contain this word, with `%` and `_` as literals.
fn anywhere(word: &str) -> String {
    let mut pattern = String::from("%");
    for c in word.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// Returns when the first entry was written, which is when the database was first used. `None` without entries.
pub(crate) fn first_entry_at(conn: &mut AnyConn) -> Result<Option<Timestamp>, DbError> {
    let first: Option<i64> =
        audit_log::table.filter(audit_log::number.eq(1)).select(audit_log::timestamp).first(conn).optional()?;
    Ok(first.map(Timestamp::from_micros))
}
