-- Applications, the digests of their keys, the counter behind their numbers, and the blobs that no row names.
-- Times are microseconds since 1970-01-01T00:00:00 UTC.

CREATE TABLE applications (
    pa_id      TEXT    NOT NULL PRIMARY KEY,
    form_type  TEXT    NOT NULL,
    status     TEXT    NOT NULL,
    data       TEXT    NOT NULL, -- a JSON object
    original   TEXT    NOT NULL UNIQUE, -- the key of the blob with the uploaded bytes
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    revision   INTEGER NOT NULL
) STRICT;

CREATE TABLE application_keys (
    lookup TEXT NOT NULL PRIMARY KEY, -- the public part of the key
    pa_id  TEXT NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    digest BLOB NOT NULL CHECK (length(digest) = 32) -- SHA-256 of the whole key
) STRICT;

CREATE INDEX application_keys_pa_id ON application_keys (pa_id);

CREATE TABLE year_counters (
    year        INTEGER NOT NULL PRIMARY KEY CHECK (year BETWEEN 0 AND 99),
    last_number INTEGER NOT NULL CHECK (last_number BETWEEN 1 AND 9999)
) STRICT;

CREATE TABLE loose_blobs (
    key   TEXT    NOT NULL PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT;

CREATE INDEX loose_blobs_since ON loose_blobs (since, key);
