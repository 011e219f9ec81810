//! The versions of a schema: those that a program brings, against those that a database has.

use diesel::backend::Backend;
use diesel::migration::{Migration, MigrationSource, MigrationVersion};
use diesel::result::Error;
use ports::SchemaReport;

/// The versions that these migrations lead to, one each.
pub fn known_versions<Database: Backend>(
    migrations: &impl MigrationSource<Database>,
) -> Result<Vec<MigrationVersion<'static>>, Error> {
    let known: Vec<Box<dyn Migration<Database>>> =
        migrations.migrations().map_err(Error::QueryBuilderError)?;
    let versions = known
        .iter()
        .map(|migration| migration.name().version().as_owned());
    Ok(versions.collect())
}

/// How far a database is that has these versions.
pub fn schema_report(
    known: &[MigrationVersion<'_>],
    applied: &[MigrationVersion<'_>],
) -> SchemaReport {
    let absent_in = |there: &[MigrationVersion<'_>], versions: &[MigrationVersion<'_>]| {
        let absent = versions.iter().filter(|version| !there.contains(version));
        absent.count()
    };
    SchemaReport {
        applied: applied.len(),
        pending: absent_in(applied, known),
        unknown: absent_in(known, applied),
    }
}

#[cfg(test)]
mod tests {
    use diesel::migration::MigrationVersion;
    use ports::SchemaReport;

    use super::schema_report;

    #[test]
    fn schema_report_counts_what_a_newer_program_has_applied_apart() {
        let versions = |versions: &[&str]| -> Vec<MigrationVersion<'static>> {
            let owned = versions.iter().map(|version| (*version).to_owned().into());
            owned.collect()
        };
        let known = versions(&["1", "2", "3"]);
        for (applied, pending, unknown) in [
            (versions(&[]), 3, 0),
            (versions(&["1"]), 2, 0),
            (versions(&["1", "2", "3"]), 0, 0),
            (versions(&["1", "2", "3", "4", "5"]), 0, 2),
            (versions(&["1", "4"]), 2, 1),
        ] {
            let expected = SchemaReport {
                applied: applied.len(),
                pending,
                unknown,
            };
            assert_eq!(schema_report(&known, &applied), expected);
        }
    }
}
