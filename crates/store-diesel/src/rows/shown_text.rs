//! A text as people are shown it.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::sql_types::{Binary, Text};

/// A text of the database, with `U+FFFD` where its bytes are no UTF-8: SQLite gives back whatever
/// was written. For looks at all applications that one of them shall not end.
#[derive(Debug, FromSqlRow)]
pub(crate) struct ShownText(pub(crate) String);

/// Both databases hold texts as their bytes in UTF-8, which is how they hold bytes.
impl<B: Backend> FromSql<Text, B> for ShownText
where
    Vec<u8>: FromSql<Binary, B>,
{
    fn from_sql(value: B::RawValue<'_>) -> deserialize::Result<Self> {
        let bytes = <Vec<u8> as FromSql<Binary, B>>::from_sql(value)?;
        Ok(Self(String::from_utf8_lossy(&bytes).into_owned()))
    }
}
