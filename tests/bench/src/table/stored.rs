//! Applications by the thousand in an SQLite file, put there by SQL: copies of one that was
//! uploaded, over the years before the present one.

use std::path::Path;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use test_servers::Fallible;

/// Where the service has its database if nobody says anything else.
const DATABASE: &str = "data/formservice.db";

/// Adds so many, each with its key, an attachment, three offers and a cost position. There must be
/// one already.
pub(crate) fn store(folder: &Path, applications: u64) -> Fallible<()> {
    let file = folder.join(DATABASE);
    let mut connection = SqliteConnection::establish(&file.to_string_lossy())?;
    // What refers to what is right by construction.
    connection.batch_execute(&format!(
        "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE;
         CREATE TEMPORARY TABLE model AS SELECT * FROM applications LIMIT 1;
         CREATE TEMPORARY TABLE fresh AS
             WITH RECURSIVE counted (n) AS
                 (VALUES (0) UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < {applications})
             SELECT n, printf('%02d-%04d', n / 9999, n % 9999 + 1) AS pa_id,
                    946684800000000 + n * 8000000000 AS at
             FROM counted;
         INSERT INTO applications (pa_id, form_type, status, data, original, created_at, updated_at,
                 revision, name, original_sha256, form_package, activity_at, original_bytes)
             SELECT fresh.pa_id, form_type,
                    CASE WHEN n % 4 = 0 THEN 'incomplete' ELSE 'complete' END, data,
                    printf('o%031x', n), at, at, 1, name, original_sha256, form_package, at,
                    original_bytes
             FROM fresh, model;
         INSERT INTO application_keys (lookup, pa_id, digest)
             SELECT printf('%012x', n), pa_id, zeroblob(32) FROM fresh;
         INSERT INTO attachments (pa_id, filename, content_type, size_bytes, sha256, blob,
                 created_at)
             SELECT fresh.pa_id, 'Angebot.pdf', 'application/pdf', 10, zeroblob(32),
                    printf('a%031x', n), at
             FROM fresh;
         INSERT INTO offers (pa_id, position, supplier_name, amount_cents, description, url,
                 created_at)
             SELECT pa_id, 0, 'Müller & Söhne', 119050, 'Bühne und Technik, zwei Tage',
                    'https://example.org/angebot', at
             FROM fresh, (VALUES (1), (2), (3));
         INSERT INTO cost_positions (pa_id, position, preferred, no_offers_required)
             SELECT pa_id, 0, min(offers.id), 0 FROM fresh JOIN offers USING (pa_id)
             GROUP BY pa_id;
         INSERT INTO year_counters (year, last_number)
             SELECT n / 9999, max(n % 9999 + 1) FROM fresh GROUP BY n / 9999
             ON CONFLICT (year) DO NOTHING;
         COMMIT; PRAGMA wal_checkpoint(TRUNCATE)"
    ))?;
    Ok(())
}
