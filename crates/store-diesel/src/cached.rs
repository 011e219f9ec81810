//! Statements that stay prepared although diesel would prepare them anew each time.

use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;

/// An update or an upsert that gives something back. diesel prepares these each time, as their type
/// does not tell their text; but a cached one is found by its text, and the same text is the same
/// statement. Not for texts of which there is no end, as with a list of values.
pub(crate) struct Cached<Statement>(pub(crate) Statement);

/// A statement without values that gives nothing back.
#[cfg(feature = "sqlite")]
#[derive(Clone, Copy)]
pub(crate) struct Command(pub(crate) &'static str);

impl<Statement: Query> Query for Cached<Statement> {
    type SqlType = Statement::SqlType;
}

impl<Statement> QueryId for Cached<Statement> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Statement: Query, Connection> RunQueryDsl<Connection> for Cached<Statement> {}

impl<Statement, Database> QueryFragment<Database> for Cached<Statement>
where
    Database: Backend,
    Statement: QueryFragment<Database>,
{
    fn walk_ast<'query>(&'query self, out: AstPass<'_, 'query, Database>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    /// Asked of what is loaded; of what is executed diesel has but a reference, and asks the walk.
    fn is_safe_to_cache_prepared(&self, _: &Database) -> QueryResult<bool> {
        Ok(true)
    }
}

#[cfg(feature = "sqlite")]
impl QueryId for Command {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

#[cfg(feature = "sqlite")]
impl<Connection> RunQueryDsl<Connection> for Command {}

#[cfg(feature = "sqlite")]
impl<Database: Backend> QueryFragment<Database> for Command {
    fn walk_ast<'query>(&'query self, mut out: AstPass<'_, 'query, Database>) -> QueryResult<()> {
        out.push_sql(self.0);
        Ok(())
    }
}
