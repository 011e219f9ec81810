-- What happened to an application: an entry for each change, added and never changed, chained by hashes; applications that
-- came before have none until their next change. And when anything of an application last changed.
-- Times are microseconds since 1970-01-01T00:00:00 UTC.

CREATE TABLE history (
    pa_id       TEXT    NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    number      INTEGER NOT NULL CHECK (number > 0), -- counted from 1 without a gap
    at          INTEGER NOT NULL,
    author      TEXT    NOT NULL,
    action      TEXT    NOT NULL,
    changes     TEXT    NOT NULL, -- a JSON array
    hash        BLOB    NOT NULL CHECK (length(hash) = 32), -- SHA-256 of the entry and of the hash before it
    total_bytes INTEGER NOT NULL CHECK (total_bytes > 0), -- hashed for this entry and all before it
    PRIMARY KEY (pa_id, number)
) STRICT;

ALTER TABLE applications ADD COLUMN activity_at INTEGER NOT NULL DEFAULT 0;

UPDATE applications SET activity_at = max(
    created_at,
    updated_at,
    coalesce((SELECT max(attachments.created_at) FROM attachments WHERE attachments.pa_id = applications.pa_id), created_at),
    coalesce((SELECT max(offers.created_at) FROM offers WHERE offers.pa_id = applications.pa_id), created_at)
);

CREATE INDEX applications_activity_at ON applications (activity_at, pa_id, form_type, status);
