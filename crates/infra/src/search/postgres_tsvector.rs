//! PostgreSQL's tsvector, with the `simple` configuration: no stemming and no stop words, as in SQLite.

use super::Snippet;
use crate::db::phrase::Phrase;
use diesel::sql_types::{Array, BigInt, Bool, Text};
use diesel::{PgConnection, QueryResult, RunQueryDsl};
use documents::Words;

pub(super) fn condition(words: &Words) -> Phrase<Bool> {
    // The OFFSET keeps the words to their own index. Without it, a page of the newest documents is looked for by walking
    // all of them and reading each one's words, because the plan of a prepared statement does not know how rare these
    // words are.
    Phrase::sql(
        "documents.position IN (SELECT found.position FROM documents AS found \
         WHERE found.search @@ to_tsquery('simple', ",
    )
    .text(query(words))
    .then(") OFFSET 0)")
}

/// Every word in quotes, so that none is an operator; the last as a prefix.
fn query(words: &Words) -> String {
    let quoted: Vec<String> = words.as_slice().iter().map(|word| format!("'{word}'")).collect();
    format!("{}:*", quoted.join(" & "))
}

pub(super) fn snippets(
    conn: &mut PgConnection,
    words: &Words,
    positions: &[i64],
) -> QueryResult<Vec<Snippet>> {
    diesel::sql_query(
        "SELECT position, ts_headline('simple', content, to_tsquery('simple', $1), \
         E'StartSel=\\x02,StopSel=\\x03,MaxFragments=1,MaxWords=24,MinWords=12,FragmentDelimiter=…') AS snippet \
         FROM documents WHERE position = ANY($2)",
    )
    .bind::<Text, _>(query(words))
    .bind::<Array<BigInt>, _>(positions)
    .load(conn)
}
