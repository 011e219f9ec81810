//! Applications by the thousand, put into the tables by SQL: copies of one that was uploaded,
//! evenly over all years but the present one.

use std::fs;
use std::path::Path;

use test_servers::Fallible;
use test_servers::postgres::PostgresServer;

/// A year has so many numbers, and the present one is left to uploads.
pub(crate) const APPLICATIONS_MAX: u64 = 99 * 9999;

/// A file can have about 65 000 names on ext4.
const NAMES_MAX: usize = 50_000;

/// Adds applications until there are so many, each with its key, an attachment, three offers and a
/// cost position.
pub(crate) fn fill(server: &PostgresServer, database: &str, from: u64, to: u64) -> Fallible<()> {
    // What refers to what is right by construction; to look it up for each row would take longer
    // than the rest.
    let sql = format!(
        "SET session_replication_role = replica;
         CREATE TEMPORARY TABLE fresh AS
             SELECT n, to_char(year, 'FM00') || '-' || to_char(n / 99 + 1, 'FM0000') AS pa_id, year,
                    extract(epoch FROM make_date(2000 + year::int, 1, 1))::bigint * 1000000 + (n \
                    / 99) * 3000000000 AS at
             FROM (SELECT n, CASE WHEN n % 99 < now.year THEN n % 99 ELSE n % 99 + 1 END AS year
                   FROM generate_series({from}::bigint, {to}::bigint - 1) AS n,
                        (SELECT extract(year FROM now())::bigint % 100 AS year) AS now) AS numbered;
         CREATE TEMPORARY TABLE model AS SELECT * FROM applications LIMIT 1;
         INSERT INTO applications
             SELECT fresh.pa_id, form_type, CASE WHEN n % 4 = 0 THEN 'incomplete' ELSE 'complete' \
             END, data, md5('original' || n),
                    at, at, 1, name, original_sha256
             FROM fresh, model;
         INSERT INTO application_keys
             SELECT substr(md5('key' || n), 1, lookup_length), fresh.pa_id, digest
             FROM fresh, (SELECT length(lookup) AS lookup_length, digest FROM application_keys \
             LIMIT 1) AS key;
         INSERT INTO attachments (pa_id, filename, content_type, size_bytes, sha256, blob, \
         created_at)
             SELECT fresh.pa_id, 'Angebot Müller & Söhne.pdf', 'application/pdf', {size}, \
             original_sha256, md5('attached' || n), at
             FROM fresh, model;
         INSERT INTO offers (pa_id, position, supplier_name, amount_cents, description, url, \
         created_at)
             SELECT pa_id, 0, 'Müller & Söhne', 119050 + n % 1000, 'Bühne und Technik, zwei \
             Tage', 'https://example.org/angebot', at
             FROM fresh, generate_series(1, 3);
         INSERT INTO cost_positions
             SELECT pa_id, 0, min(offers.id), false, NULL FROM fresh JOIN offers USING (pa_id) \
             GROUP BY pa_id;
         INSERT INTO year_counters SELECT year, max(n / 99 + 1) FROM fresh GROUP BY year
             ON CONFLICT (year) DO UPDATE SET last_number = excluded.last_number;",
        size = bench::form()?.len(),
    );
    server.sql(database, &sql)?;
    server.sql(database, "VACUUM ANALYZE")?;
    server.sql(database, "CHECKPOINT")?;
    Ok(())
}

/// The bytes that these rows name, as files of one content.
pub(crate) fn link(server: &PostgresServer, database: &str, folder: &Path) -> Fallible<()> {
    let named = server.sql(
        database,
        "SELECT original FROM applications UNION ALL SELECT blob FROM attachments",
    )?;
    let form = bench::form()?;
    let missing = |key: &&str| !folder.join(&key[..2]).join(key).exists();
    for (part, keys) in named
        .lines()
        .filter(missing)
        .collect::<Vec<_>>()
        .chunks(NAMES_MAX)
        .enumerate()
    {
        let source = folder.with_extension(part.to_string());
        fs::write(&source, &form)?;
        for key in keys {
            let directory = folder.join(&key[..2]);
            fs::create_dir_all(&directory)?;
            fs::hard_link(&source, directory.join(key))?;
        }
        fs::remove_file(&source)?;
    }
    Ok(())
}
