//! PostgreSQL's tsvector, composed of words that the program normalized. Its own parser is not used, because its word
//! boundaries depend on the server's locale.

use super::Wanted;
use crate::db::phrase::Phrase;
use diesel::sql_types::{Array, BigInt, Bool};
use diesel::{PgConnection, QueryResult, RunQueryDsl};
use documents::Words;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Up to this many matching documents are looked up one by one; beyond that, scanning the newest documents is faster.
const FEW: usize = 1000;
/// PostgreSQL stores this many positions of a word, and positions up to [`LAST_PLACE`].
const MOST_PLACES: usize = 255;
const LAST_PLACE: usize = 16_383;
/// Maximum size of a tsvector, about a megabyte. PostgreSQL does not find the words of a document beyond it.
const MOST_BYTES: usize = 1_000_000;

/// PostgreSQL plans a search without knowing how rare the words are, and each of its plans is a hundred times too
/// slow for the other kind. So the index is queried first.
pub(super) fn condition(conn: &mut PgConnection, words: &Words, wanted: Wanted) -> QueryResult<Phrase<Bool>> {
    let few =
        Phrase::<Array<BigInt>>::sql("ARRAY(SELECT position FROM documents_search WHERE words @@ CAST(")
            .text(query(words))
            // FEW + 1.
            .then(" AS tsquery) LIMIT 1001)");
    let found: Vec<i64> = diesel::select(few).get_result(conn)?;
    if found.len() <= FEW {
        let list = found.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        return Ok(Phrase::sql("documents.position = ANY(CAST(")
            .text(format!("{{{list}}}"))
            .then(" AS bigint[]))"));
    }
    Ok(match wanted {
        // A lookup for each document, which no index can answer: PostgreSQL scans the newest documents until there
        // are enough.
        Wanted::Newest { .. } => Phrase::sql("(SELECT found.words @@ CAST(")
            .text(query(words))
            .then(" AS tsquery) FROM documents_search AS found WHERE found.position = documents.position)"),
        Wanted::Number => {
            Phrase::sql("documents.position IN (SELECT position FROM documents_search WHERE words @@ CAST(")
                .text(query(words))
                .then(" AS tsquery))")
        }
    })
}

/// Quotes every word, so that none is an operator; the last one is a prefix.
fn query(words: &Words) -> String {
    let quoted: Vec<String> = words.as_slice().iter().map(|word| format!("'{word}'")).collect();
    format!("{}:*", quoted.join(" & "))
}

/// Returns the text of a tsvector with the words of a title and a content and their positions. The title's have
/// weight A.
pub(super) fn vector(title: &str, content: &str) -> String {
    let mut places: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    let weighted = title.split_whitespace().map(|word| (word, "A"));
    let mut bytes = 0;
    for (index, (word, weight)) in
        weighted.chain(content.split_whitespace().map(|word| (word, ""))).enumerate()
    {
        let of_word = places.entry(word).or_insert_with(|| {
            // The word with padding, and its number of positions.
            bytes += word.len() + 4;
            Vec::new()
        });
        if of_word.len() < MOST_PLACES && index < LAST_PLACE {
            of_word.push((index + 1, weight));
            bytes += 2;
        }
        if bytes > MOST_BYTES {
            break;
        }
    }
    let mut vector = String::with_capacity(bytes * 2);
    for (word, places) in places {
        let places: Vec<String> = places.iter().map(|(place, weight)| format!("{place}{weight}")).collect();
        let joint = if places.is_empty() { "" } else { ":" };
        // Writing to a String cannot fail.
        let _always_ok = write!(vector, "'{word}'{joint}{} ", places.join(","));
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_has_every_word_with_its_places() {
        assert_eq!(vector("red lantern", "the lantern the"), "'lantern':2A,4 'red':1A 'the':3,5 ");
        assert_eq!(vector("", ""), "");
    }

    #[test]
    fn vector_never_exceeds_the_limit_of_postgresql() {
        let words: Vec<String> = (0..90_000).map(|n| format!("𐓘𐓘𐓘{n}")).collect();
        assert!(vector("title", &words.join(" ")).len() < 2 * MOST_BYTES);
        let many = "word ".repeat(50_000);
        assert_eq!(vector("", &many).matches(',').count(), MOST_PLACES - 1);
    }
}
