//! The query language of searches.

use super::terms::{MAX_WORDS, Term, Terms, TypedTitle};
use crate::folding::ascii_signs;
use crate::folding::runs::{is_unspaced, typed_runs};
use crate::text::Category;
use facility_kernel::{Clearance, ParseError, Timestamp, check_search};
use facility_users::user::Username;
use std::time::Duration;

const MAX_QUERY_CHARS: usize = 200;
const DAY: Duration = Duration::from_hours(24);

/// A parsed query. All of its parts are required.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    pub terms: Option<Terms>,
    /// `level:3`: exactly this level.
    pub level: Option<Clearance>,
    /// `category:incident`: this category.
    pub category: Option<Category>,
    /// `author:name`: the key of this username.
    pub author: Option<String>,
    /// `after:2026-03-01`: created at or after the start of that day in UTC.
    pub since: Option<Timestamp>,
    /// `before:2026-03-01`: created before the start of that day in UTC.
    pub until: Option<Timestamp>,
    /// `is:archived`: only archived documents. Otherwise archived documents are excluded.
    pub archived: bool,
    /// No document can match: two parts contradict each other, or nothing that was typed can be found.
    pub matches_nothing: bool,
}

impl Query {
    /// Parses a typed query. `None` if it is blank. Punctuation without a letter or digit matches nothing.
    ///
    /// A query consists of words, `"phrases"`, `-exclusions` and `field:value`. Values with blanks are quoted. Fields
    /// with an unknown name or an invalid value are read as words. Words are normalized like the index. If the query
    /// ends with a word, that word may be the start of a longer one. Text of a script without spaces between words is
    /// found wherever its characters follow each other. Only the first 16 words are used. Errors: the text is too long
    /// or contains control characters.
    pub fn parse(text: &str) -> Result<Option<Self>, ParseError> {
        check_search("q", text, MAX_QUERY_CHARS)?;
        let text = &*ascii_signs(text);
        let mut query = Self::default();
        let (mut required, mut refused) = (Vec::new(), Vec::new());
        let mut typed: Vec<Vec<String>> = Vec::new();
        let mut is_open = false;
        for Piece { is_refused, field, value, is_quoted } in pieces(text) {
            is_open = false;
            if let Some(field) = field.filter(|_| !is_refused) {
                if query.take(field, value) {
                    continue;
                }
                // This is not a field, so its name is a word like the value.
                let name = typed_runs(field);
                required.extend(name.iter().filter_map(|run| of_run(run)));
                typed.extend(name);
            }
            let runs = typed_runs(value);
            if is_refused {
                refused.extend(phrase(&runs, is_refused));
                continue;
            }
            if is_quoted {
                required.extend(phrase(&runs, is_refused));
            } else {
                required.extend(runs.iter().filter_map(|run| of_run(run)));
                is_open = runs.last().is_some_and(|run| !is_of_characters(run));
            }
            typed.extend(runs);
        }
        if is_open && let Some(Term::Word(last)) = required.pop_if(|last| matches!(last, Term::Word(_))) {
            required.push(Term::Start(last));
        }
        query.terms = Terms::of(bounded(required), bounded(refused), typed_title(&typed, is_open));
        let is_nothing = query == Self::default();
        query.matches_nothing |= is_nothing;
        Ok((!is_nothing || !text.trim().is_empty()).then_some(query))
    }

    /// Parses a field. Returns false if there is no such field or its value is invalid.
    fn take(&mut self, field: &str, value: &str) -> bool {
        let mut contradicts = false;
        let is_read = match field.to_ascii_lowercase().as_str() {
            "level" => set(&mut self.level, level(value), &mut contradicts),
            "category" => {
                let category = value.to_ascii_uppercase().replace(['_', '-'], " ").parse().ok();
                set(&mut self.category, category, &mut contradicts)
            }
            "author" => {
                let author = value.trim();
                let key = (!author.is_empty()).then(|| Username::key_of(author));
                set(&mut self.author, key, &mut contradicts)
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
        self.matches_nothing |= contradicts;
        is_read
    }
}

/// Whether a run belongs to a script without spaces between words.
fn is_of_characters(run: &[String]) -> bool {
    run.first().is_some_and(|word| is_unspaced(word))
}

/// Returns the term that matches documents in which a typed run occurs.
fn of_run(run: &[String]) -> Option<Term> {
    phrase(std::slice::from_ref(&run.to_vec()), false).next()
}

/// Returns the terms that match documents in which these runs follow each other.
fn phrase(runs: &[Vec<String>], is_refused: bool) -> impl Iterator<Item = Term> + use<> {
    let mut words = runs.concat();
    let last = runs.last().filter(|run| is_of_characters(run)).map(Vec::len);
    // In the document, the text may continue after the last character, which then begins a pair. Phrases have no open
    // end; excluding too few documents is better than excluding too many.
    let is_kept = last.is_none() || (last == Some(1) && is_refused && words.len() > 1);
    let start = if is_kept { None } else { words.pop().filter(|_| last == Some(1)) };
    let whole = match <[String; 1]>::try_from(words) {
        Ok([only]) => Some(Term::Word(only)),
        Err(words) => (!words.is_empty()).then_some(Term::Phrase(words)),
    };
    whole.into_iter().chain(start.map(Term::Start))
}

/// Returns the title that these runs spell. `is_open` means that the last one may be the start of a longer word.
fn typed_title(runs: &[Vec<String>], is_open: bool) -> TypedTitle {
    let whole = runs.concat();
    let last = runs.last().filter(|run| is_of_characters(run)).map(Vec::len);
    let common = whole.len() - usize::from(last.is_some_and(|length| length > 1));
    TypedTitle { whole, common, is_open: is_open || last == Some(1) }
}

/// Sets a field, which can have only one value. Returns false if the value is invalid.
fn set<T: PartialEq>(field: &mut Option<T>, value: Option<T>, contradicts: &mut bool) -> bool {
    let Some(value) = value else { return false };
    *contradicts |= field.as_ref().is_some_and(|before| *before != value);
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
    // The latest day that a timestamp can represent has no end.
    (start.plus(DAY) > start).then_some(start)
}

/// Returns the first [`MAX_WORDS`] words of these terms.
fn bounded(terms: Vec<Term>) -> Vec<Term> {
    let mut room = MAX_WORDS;
    let fitting = terms.into_iter().filter_map(|term| {
        let length = room.min(term.words().len());
        room -= length;
        match term {
            Term::Phrase(mut words) if length > 1 => {
                words.truncate(length);
                Some(Term::Phrase(words))
            }
            Term::Phrase(words) => words.into_iter().next().filter(|_| length == 1).map(Term::Word),
            Term::Word(_) | Term::Start(_) => Some(term).filter(|_| length == 1),
        }
    });
    fitting.collect()
}

/// A part of a typed query: a word or a quoted text, optionally after `-` or a field name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece<'a> {
    is_refused: bool,
    field: Option<&'a str>,
    value: &'a str,
    is_quoted: bool,
}

/// Splits a query at blanks outside quotes. A quote that is not closed extends to the end.
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

/// Splits `name:value`. The name consists of letters.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(':')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_name && !value.is_empty() && !value.starts_with(char::is_whitespace)).then_some((name, value))
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
