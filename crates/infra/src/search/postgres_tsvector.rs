//! PostgreSQL's tsvector, with the `simple` configuration: no stemming and no stop words, as in SQLite.

use super::{Snippet, Wanted};
use crate::db::phrase::Phrase;
use diesel::sql_types::{Array, BigInt, Bool, Text};
use diesel::{PgConnection, QueryResult, RunQueryDsl};
use documents::Words;

/// Up to this many documents with the words are looked up one by one; beyond, the newest are soon found by walking.
const FEW: usize = 1000;

/// PostgreSQL plans a search without knowing how rare a word is that begins so, and both of its plans are a hundred
/// times too slow for the other kind of word. So the index is asked first.
pub(super) fn condition(conn: &mut PgConnection, words: &Words, wanted: Wanted) -> QueryResult<Phrase<Bool>> {
    let few = Phrase::<Array<BigInt>>::sql(
        "ARRAY(SELECT position FROM documents WHERE search @@ to_tsquery('simple', ",
    )
    .text(query(words))
    // FEW, and one more.
    .then(") LIMIT 1001)");
    let found: Vec<i64> = diesel::select(few).get_result(conn)?;
    if found.len() <= FEW {
        let list = found.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        return Ok(Phrase::sql("documents.position = ANY(CAST(")
            .text(format!("{{{list}}}"))
            .then(" AS bigint[]))"));
    }
    let has = Phrase::sql("(documents.search @@ to_tsquery('simple', ").text(query(words));
    Ok(match wanted {
        // A truth value that no index knows: the newest documents are walked until there are enough.
        Wanted::Newest { .. } => has.then(")) IS TRUE"),
        Wanted::Number => has.then("))"),
    })
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
    // ts_headline reads all it is given, so it is given a window from before the first of the words on.
    diesel::sql_query(
        "SELECT position, ts_headline('simple', \
         substr(content, greatest(1, regexp_instr(content, $1, 1, 1, 0, 'i') - 200), 600), to_tsquery('simple', $2), \
         E'StartSel=\\x02,StopSel=\\x03,MaxFragments=1,MaxWords=24,MinWords=12,FragmentDelimiter=…') AS snippet \
         FROM documents WHERE position = ANY($3)",
    )
    .bind::<Text, _>(format!("\\m({})", words.as_slice().join("|")))
    .bind::<Text, _>(query(words))
    .bind::<Array<BigInt>, _>(positions)
    .load(conn)
}
