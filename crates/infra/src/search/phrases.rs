//! Phrases that are longer than the sequences of the index. They are checked in the texts of the documents that have
//! all their sequences.

use super::files;
use super::ranks::list;
use super::sequences::LONGEST;
use crate::db::conn::AnyConn;
use crate::db::deadline;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};
use facility_documents::folding::each_word;
use facility_documents::portions::BAR;
use facility_documents::search::terms::{Term, Terms};
use facility_kernel::Clearance;
use std::collections::HashMap;

/// Number of texts that are read at a time; each may have 800 KB.
const AT_ONCE: usize = 16;

/// The phrases of a search that the index alone cannot decide.
pub(super) struct Phrases {
    /// The level of the reader, whose variants of the texts are read.
    reader: Clearance,
    required: Vec<LongPhrase>,
    refused: Vec<LongPhrase>,
}

/// The words of a phrase.
struct LongPhrase(Vec<String>);

impl LongPhrase {
    /// Returns whether a text has these words in a row.
    ///
    /// Makes one pass without copying the text. For each start of the phrase, it tracks whether the text so far ends
    /// with it.
    fn occurs_in(&self, text: &str) -> bool {
        let mut reached = vec![false; self.0.len()];
        let mut is_found = false;
        each_word(text, |word| {
            let mut before = true;
            for (reached, wanted) in reached.iter_mut().zip(&self.0) {
                let was = *reached;
                *reached = before && wanted == word;
                before = was;
            }
            is_found |= reached.last().is_some_and(|last| *last);
        });
        is_found
    }
}

impl Phrases {
    pub(super) fn of(terms: &Terms, reader: Clearance) -> Self {
        let phrases = |terms: &[Term]| {
            let phrases = terms.iter().filter_map(|term| match term {
                Term::Phrase(words) if words.len() > LONGEST => Some(LongPhrase(words.clone())),
                Term::Phrase(_) | Term::Word(_) | Term::Start(_) => None,
            });
            phrases.collect()
        };
        Self { reader, required: phrases(terms.required()), refused: phrases(terms.refused()) }
    }

    /// Returns those of these documents that match the phrases, in order, and stops once there are at least `wanted`.
    pub(super) fn matching(&self, conn: &mut AnyConn, positions: Vec<i64>, wanted: usize) -> Result<Vec<i64>, DbError> {
        if self.required.is_empty() && self.refused.is_empty() {
            return Ok(positions);
        }
        let mut matching = Vec::new();
        for some in positions.chunks(AT_ONCE) {
            deadline::check()?;
            let texts = texts(conn, some, self.reader)?;
            for position in some {
                if let Some((title, plain)) = texts.get(position)
                    && self.matches(conn, *position, title, plain)?
                {
                    matching.push(*position);
                }
            }
            if matching.len() >= wanted {
                break;
            }
        }
        Ok(matching)
    }

    fn matches(&self, conn: &mut AnyConn, position: i64, title: &str, plain: &str) -> Result<bool, DbError> {
        let phrases = self.required.iter().map(|phrase| (phrase, true));
        for (phrase, is_required) in phrases.chain(self.refused.iter().map(|phrase| (phrase, false))) {
            let occurs = phrase.occurs_in(title)
                || plain.split(BAR).any(|part| phrase.occurs_in(part))
                || files::any(conn, position, |text| phrase.occurs_in(text))?;
            if occurs != is_required {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the titles and plain texts of these documents for readers of this level.
fn texts(conn: &mut AnyConn, positions: &[i64], reader: Clearance) -> Result<HashMap<i64, (String, String)>, DbError> {
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let phrase = Phrase::<(BigInt, Text, Text)>::sql(
        "SELECT documents.position, documents.title, COALESCE((SELECT variant.plain FROM document_variants AS variant \
         WHERE variant.position = documents.position AND variant.level <= ",
    )
    .number(reader.level().into())
    .then(
        " ORDER BY variant.level DESC LIMIT 1), document_texts.plain) \
         FROM documents JOIN document_texts ON document_texts.position = documents.position \
         WHERE documents.position ",
    );
    let phrase = if is_sqlite {
        phrase.then("IN (SELECT value FROM json_each(").text(list(positions, true)).then("))")
    } else {
        phrase.then("= ANY(CAST(").text(list(positions, false)).then(" AS bigint[]))")
    };
    let statement = phrase.statement();
    let rows: Vec<(i64, String, String)> = on_both!(conn, |c| statement.load(c))?;
    Ok(rows.into_iter().map(|(position, title, plain)| (position, (title, plain))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrase_occurs_where_its_words_follow_each_other() {
        let phrase = LongPhrase(["a", "b", "a", "c"].map(str::to_owned).to_vec());
        for (text, expected) in [
            ("A b, a: C.", true),
            ("a b a b a c", true),
            ("a b a", false),
            ("b a c", false),
            ("a b x a c", false),
            ("ab a c", false),
            ("", false),
        ] {
            assert_eq!(phrase.occurs_in(text), expected, "{text}");
        }
    }
}
