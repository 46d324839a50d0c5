//! Hand-written SQL inside a typed query, prepared once per connection. diesel's `sql` literal would be parsed and
//! planned on every execution, which costs more than most reads.

use crate::db::conn::AnyConn;
use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, TypedExpressionType, ValidGrouping};
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, HasSqlType, SingleValue, Text};
use std::marker::PhantomData;

/// A part of a phrase.
#[derive(Debug)]
enum Piece {
    Sql(&'static str),
    Number(i64),
    Text(String),
}

/// SQL with bound values, of the SQL type `ST`. Its text is always static, so a statement that contains it can be
/// cached.
#[derive(Debug)]
pub(crate) struct Phrase<ST> {
    pieces: Vec<Piece>,
    kind: PhantomData<ST>,
}

impl<ST> Phrase<ST> {
    /// Starts with this SQL.
    pub(crate) fn sql(text: &'static str) -> Self {
        Self { pieces: vec![Piece::Sql(text)], kind: PhantomData }
    }

    /// Appends this SQL.
    pub(crate) fn then(mut self, text: &'static str) -> Self {
        self.pieces.push(Piece::Sql(text));
        self
    }

    /// Appends another phrase.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.pieces.extend(other.pieces);
        self
    }

    /// Appends a number as a bound value.
    pub(crate) fn number(mut self, value: i64) -> Self {
        self.pieces.push(Piece::Number(value));
        self
    }

    /// Appends two numbers as bound values, and a closing parenthesis.
    pub(crate) fn pair(self, first: i64, second: i64) -> Self {
        self.number(first).then(", ").number(second).then(")")
    }

    /// Appends a condition that the preceding expression is one of these texts, which are passed as a single bound
    /// value.
    pub(crate) fn one_of<'a>(self, conn: &AnyConn, texts: impl IntoIterator<Item = &'a String>) -> Self {
        let (before, after) = match conn {
            AnyConn::Sqlite(_) => (" IN (SELECT value FROM json_each(", "))"),
            AnyConn::Pg(_) => (" IN (SELECT json_array_elements_text(CAST(", " AS json)))"),
        };
        let texts = texts.into_iter().map(String::as_str).collect::<serde_json::Value>();
        self.then(before).text(texts.to_string()).then(after)
    }

    /// Appends a text as a bound value.
    pub(crate) fn text(mut self, value: impl Into<String>) -> Self {
        self.pieces.push(Piece::Text(value.into()));
        self
    }
}

impl<ST, DB> QueryFragment<DB> for Phrase<ST>
where
    DB: Backend + HasSqlType<BigInt> + HasSqlType<Text>,
    i64: ToSql<BigInt, DB>,
    String: ToSql<Text, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        for piece in &self.pieces {
            match piece {
                Piece::Sql(text) => out.push_sql(text),
                Piece::Number(value) => out.push_bind_param::<BigInt, _>(value)?,
                Piece::Text(value) => out.push_bind_param::<Text, _>(value)?,
            }
        }
        Ok(())
    }
}

impl<ST> QueryId for Phrase<ST> {
    type QueryId = ();
    // The type does not identify the SQL, so the statement cache uses the text as its key.
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<ST: SingleValue + TypedExpressionType> Expression for Phrase<ST> {
    type SqlType = ST;
}

impl<QS, ST> AppearsOnTable<QS> for Phrase<ST> where Self: Expression {}
impl<QS, ST> SelectableExpression<QS> for Phrase<ST> where Self: Expression {}
impl<ST, G> ValidGrouping<G> for Phrase<ST> {
    type IsAggregate = diesel::expression::is_aggregate::Never;
}

/// A phrase that is a complete statement and returns rows of one value.
#[derive(Debug)]
pub(crate) struct Statement<ST>(Phrase<ST>);

impl<ST> Phrase<ST> {
    /// Converts this phrase to a statement.
    pub(crate) const fn statement(self) -> Statement<ST> {
        Statement(self)
    }
}

impl<ST, DB> QueryFragment<DB> for Statement<ST>
where
    DB: Backend,
    Phrase<ST>: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}

impl<ST> QueryId for Statement<ST> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<ST> Query for Statement<ST> {
    type SqlType = ST;
}

impl<ST, Conn> RunQueryDsl<Conn> for Statement<ST> {}
