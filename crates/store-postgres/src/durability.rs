//! Whether the server keeps what it says it has committed, as far as its settings tell.

use diesel::PgConnection;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::Text;

/// As they are for this role in this database.
const SWITCHED_OFF: &str = "SELECT name FROM pg_settings WHERE setting = 'off' \
    AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name";

#[derive(QueryableByName)]
struct SwitchedOff {
    #[diesel(sql_type = Text)]
    name: String,
}

/// What may be lost although it was acknowledged, a sentence for each setting.
pub(crate) fn risks(connection: &mut PgConnection) -> Result<Vec<String>, Error> {
    let found: Vec<SwitchedOff> = diesel::sql_query(SWITCHED_OFF).load(connection)?;
    Ok(found.iter().map(sentence).collect())
}

fn sentence(SwitchedOff { name }: &SwitchedOff) -> String {
    let loss = match name.as_str() {
        "synchronous_commit" => "what was acknowledged last is lost when the server crashes",
        _ => "the database may be damaged when the machine crashes",
    };
    format!(
        "`{name}` of PostgreSQL is off, so that {loss}: switch it on, for the server \
         (postgresql.conf), the database and the role"
    )
}
