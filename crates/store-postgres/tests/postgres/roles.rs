//! A role that makes the tables and one that only uses them, as docs/deploy sets them up.

use std::path::Path;
use std::sync::Arc;

use ports::{Counters, Database as _, Store};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

use crate::{add, connected};

const SCRIPT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../docs/deploy/postgres-roles.sql"
);

#[test]
fn a_role_that_cannot_change_tables_serves_what_the_owner_has_migrated() -> TestResult {
    // Roles belong to the whole server.
    let server = PostgresServer::start(&[])?;
    let database = server.make_database("template1")?;
    let passwords = [("OWNER_PASSWORD", "o'wner"), ("SERVE_PASSWORD", "s\"erve")];
    server.run_script(&database, Path::new(SCRIPT), &passwords)?;
    let url = |role: &str| {
        let url = server.url(&database);
        url.replacen("postgres@", &format!("{role}@"), 1)
    };
    let serving = connected(&url("formservice"))?;
    let Err(refused) = serving.migrate() else {
        return Err("the serving role made tables".into());
    };
    assert!(
        format!("{refused:?}").contains("permission denied"),
        "{refused:?}"
    );

    let made = connected(&url("formservice_owner"))?.migrate()?;
    assert!(made > 0);
    assert_eq!((serving.schema()?.pending, serving.migrate()?), (0, 0));
    let serving: Arc<dyn Store> = Arc::new(serving);
    testkit::run(async move {
        assert_eq!(add(&serving).await?, 1);
        assert_eq!(add(&serving).await?, 2);
        // A restored backup sets the counters.
        let counters = Counters {
            last_attachment_id: 9,
            last_offer_id: 9,
            ..Counters::default()
        };
        let raised = serving.write(move |rows| rows.raise_counters(&counters));
        Ok(raised.await?)
    })?;
    for sql in [
        "CREATE TABLE mine()",
        "DROP TABLE applications",
        "ALTER TABLE applications ADD mine int",
        "TRUNCATE applications",
        "DELETE FROM __diesel_schema_migrations; CREATE SCHEMA mine",
    ] {
        let as_serving = format!("SET ROLE formservice; {sql}");
        assert!(server.sql(&database, &as_serving).is_err(), "{sql}");
    }
    let superusers = "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'formservice%' \
        AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication)";
    assert_eq!(server.sql(&database, superusers)?, "0");
    Ok(())
}
