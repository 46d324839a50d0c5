//! The query language of searches.

use super::{MAX_WORDS, Term, Terms};
use crate::Category;
use crate::folding::{ascii_signs, index_text};
use kernel::{Clearance, ParseError, Timestamp, check_search};
use std::time::Duration;
use users::Username;

/// Maximum length of a query in characters.
const MAX_QUERY_CHARS: usize = 200;
/// One day.
const DAY: Duration = Duration::from_hours(24);

/// A parsed query. Every part of it is required.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// The words and phrases, if any.
    pub terms: Option<Terms>,
    /// `level:3`: exactly this level.
    pub level: Option<Clearance>,
    /// `category:incident`: this category.
    pub category: Option<Category>,
    /// `author:name`: the key of this username.
    pub author: Option<String>,
    /// `after:2026-03-01`: created at this time or later, the start of that day in UTC.
    pub since: Option<Timestamp>,
    /// `before:2026-03-01`: created before this time, the start of that day in UTC.
    pub until: Option<Timestamp>,
    /// `is:archived`: only archived documents, otherwise only others.
    pub archived: bool,
    /// Two parts contradict each other, so that no document matches.
    pub is_contradictory: bool,
}

impl Query {
    /// Parses a typed query. Returns `None` if it has no letter or digit.
    ///
    /// Words, `"phrases"`, `-without` and `field:value`. A value with blanks is quoted. A field with an unknown name or an
    /// invalid value is read as words. Words are normalized like the index; the last one may be the start of a word if
    /// the query ends with it. Of more than 16 words the first 16 count. Errors: the text is too long or contains control
    /// characters.
    pub fn parse(text: &str) -> Result<Option<Self>, ParseError> {
        check_search("q", text, MAX_QUERY_CHARS)?;
        let text = &*ascii_signs(text);
        let mut query = Self::default();
        let mut required = Vec::new();
        let mut refused = Vec::new();
        let mut is_open = false;
        for Piece { is_refused, field, value, is_quoted } in pieces(text) {
            is_open = false;
            if let Some(field) = field.filter(|_| !is_refused) {
                if query.take(field, value) {
                    continue;
                }
                // Not a field: its name is a word like the value.
                required.extend(index_text(field).split_whitespace().map(word));
            }
            let folded = index_text(value);
            let words = folded.split_whitespace();
            let terms = if is_refused { &mut refused } else { &mut required };
            if is_quoted || is_refused {
                let phrase: Vec<String> = words.map(str::to_owned).collect();
                match <[String; 1]>::try_from(phrase) {
                    Ok([only]) => terms.push(Term::Word(only)),
                    Err(phrase) if phrase.is_empty() => {}
                    Err(phrase) => terms.push(Term::Phrase(phrase)),
                }
            } else {
                let before = terms.len();
                terms.extend(words.map(word));
                is_open = terms.len() > before;
            }
        }
        if is_open && let Some(Term::Word(last)) = required.pop() {
            required.push(Term::Start(last));
        }
        query.terms = Terms::of(bounded(required), bounded(refused));
        Ok((query != Self::default()).then_some(query))
    }

    /// Reads a field. Returns false if there is no such field or its value is invalid.
    fn take(&mut self, field: &str, value: &str) -> bool {
        let mut is_contradictory = false;
        let is_read = match field.to_ascii_lowercase().as_str() {
            "level" => set(&mut self.level, level(value), &mut is_contradictory),
            "category" => {
                let category = value.to_ascii_uppercase().replace(['_', '-'], " ").parse().ok();
                set(&mut self.category, category, &mut is_contradictory)
            }
            "author" => {
                let author = value.trim();
                let key = (!author.is_empty()).then(|| Username::key_of(author));
                set(&mut self.author, key, &mut is_contradictory)
            }
            "before" => day(value).is_some_and(|day| {
                self.until = Some(self.until.map_or(day, |until| until.min(day)));
                true
            }),
            "after" => day(value).is_some_and(|day| {
                self.since = Some(self.since.map_or(day, |since| since.max(day)));
                true
            }),
            "is" if value.eq_ignore_ascii_case("archived") => {
                self.archived = true;
                true
            }
            _ => false,
        };
        self.is_contradictory |= is_contradictory;
        is_read
    }
}

fn word(word: &str) -> Term {
    Term::Word(word.to_owned())
}

/// Sets a field, which has one value only. Returns false if the value is invalid.
fn set<T: PartialEq>(field: &mut Option<T>, value: Option<T>, is_contradictory: &mut bool) -> bool {
    let Some(value) = value else { return false };
    *is_contradictory |= field.as_ref().is_some_and(|before| *before != value);
    field.get_or_insert(value);
    true
}

fn level(value: &str) -> Option<Clearance> {
    value.parse().ok().and_then(|level| Clearance::parse(level).ok())
}

/// Returns the start of a day in UTC.
fn day(value: &str) -> Option<Timestamp> {
    let is_date = value.len() == 10 && value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let start: Timestamp = is_date.then(|| format!("{value}T00:00:00Z").parse().ok())??;
    // The latest day a timestamp can hold has no end.
    (start.plus(DAY) > start).then_some(start)
}

fn bounded(terms: Vec<Term>) -> Vec<Term> {
    let mut room = MAX_WORDS;
    terms
        .into_iter()
        .take_while(|term| {
            let fits = room >= term.words().len();
            room = room.saturating_sub(term.words().len());
            fits
        })
        .collect()
}

/// A part of a typed query: a word or a quoted text, after an optional `-` or field name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece<'a> {
    is_refused: bool,
    field: Option<&'a str>,
    value: &'a str,
    is_quoted: bool,
}

/// Splits a query at blanks outside of quotes. A quote that is not closed reaches to the end.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let refused = rest.strip_prefix('-').filter(|after| !after.starts_with(char::is_whitespace));
        let start = refused.unwrap_or(rest);
        let (field, start) = named(start).map_or((None, start), |(field, value)| (Some(field), value));
        let (value, after, is_quoted) = if let Some(quoted) = start.strip_prefix('"') {
            let (value, after) = quoted.split_once('"').unwrap_or((quoted, ""));
            (value, after, true)
        } else {
            let end = start.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(start.len());
            let (value, after) = start.split_at(end);
            (value, after, false)
        };
        rest = after;
        Some(Piece { is_refused: refused.is_some(), field, value, is_quoted })
    })
}

/// Splits `name:value`, whose name consists of letters.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(':')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_name && !value.is_empty() && !value.starts_with(char::is_whitespace)).then_some((name, value))
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
