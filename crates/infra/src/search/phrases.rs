//! Phrases of three words and more: they are looked for in the texts of the documents that have their pairs of words.

use super::list;
use crate::db::phrase::Phrase;
use crate::db::{AnyConn, DbError, deadline};
use crate::on_both;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};
use documents::folding::index_text;
use documents::{Term, Terms};
use std::collections::HashMap;

/// Number of texts that are read at a time; each may have 800 KB.
const AT_ONCE: usize = 16;

/// The phrases of a search that the index of pairs does not find alone.
pub(super) struct Phrases {
    /// In the form ` two words `, which a text with blanks around its words contains.
    required: Vec<String>,
    refused: Vec<String>,
}

impl Phrases {
    pub(super) fn of(terms: &Terms) -> Self {
        let phrases = |terms: &[Term]| {
            let phrases = terms.iter().filter_map(|term| match term {
                Term::Phrase(words) if words.len() > 2 => Some(format!(" {} ", words.join(" "))),
                Term::Phrase(_) | Term::Word(_) | Term::Start(_) => None,
            });
            phrases.collect()
        };
        Self { required: phrases(terms.required()), refused: phrases(terms.refused()) }
    }

    /// Returns the first of these documents that have the phrases: at least `wanted`, or all.
    pub(super) fn hold(
        &self,
        conn: &mut AnyConn,
        positions: Vec<i64>,
        wanted: usize,
    ) -> Result<Vec<i64>, DbError> {
        if self.required.is_empty() && self.refused.is_empty() {
            return Ok(positions);
        }
        let mut holding = Vec::new();
        for some in positions.chunks(AT_ONCE) {
            deadline::check()?;
            let texts = texts(conn, some)?;
            let holds =
                |position: &&i64| texts.get(*position).is_some_and(|(title, plain)| self.fit(title, plain));
            holding.extend(some.iter().filter(holds));
            if holding.len() >= wanted {
                break;
            }
        }
        Ok(holding)
    }

    fn fit(&self, title: &str, plain: &str) -> bool {
        let words = |text: &str| format!(" {} ", index_text(text));
        let (title, plain) = (words(title), words(plain));
        let occurs = |phrase: &String| title.contains(phrase) || plain.contains(phrase);
        self.required.iter().all(occurs) && !self.refused.iter().any(occurs)
    }
}

/// Returns the titles and plain texts of these documents.
fn texts(conn: &mut AnyConn, positions: &[i64]) -> Result<HashMap<i64, (String, String)>, DbError> {
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let phrase = Phrase::<(BigInt, Text, Text)>::sql(
        "SELECT documents.position, documents.title, document_texts.plain \
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
