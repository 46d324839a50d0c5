//! SQLite's write-ahead log.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;

named_row! {
    /// Result of a checkpoint.
    struct Checkpoint {
        /// Whether it did not finish.
        busy: i32,
    }
}

/// Moves the log's content into the database file and empties the log. Returns whether it is empty.
pub(super) fn empty(conn: &mut AnyConn) -> Result<bool, DbError> {
    // The checkpoint blocks writers while it waits for reads, so it gives up after 250 ms.
    conn.batch_execute("PRAGMA busy_timeout = 250")?;
    let done = diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result::<Checkpoint>(conn);
    conn.batch_execute("PRAGMA busy_timeout = 5000")?;
    Ok(done?.busy == 0)
}
