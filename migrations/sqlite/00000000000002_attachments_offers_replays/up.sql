-- What belongs to an application: attachments, offers, cost positions, stored answers; and the name under which it is listed.
-- Times are microseconds since 1970-01-01T00:00:00 UTC. Ids of attachments and offers are never used again (AUTOINCREMENT).

ALTER TABLE applications ADD COLUMN name TEXT; -- what the data says, kept for the list

UPDATE applications SET name = json_extract(data, '$.name')
    WHERE CASE WHEN json_valid(data) THEN json_type(data, '$.name') = 'text' ELSE FALSE END;

-- Newest first, filtered and counted without a look at the rows.
CREATE INDEX applications_created_at ON applications (created_at, pa_id, form_type, status);

CREATE TABLE attachments (
    id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    pa_id        TEXT    NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    filename     TEXT    NOT NULL,
    content_type TEXT    NOT NULL,
    size_bytes   INTEGER NOT NULL CHECK (size_bytes >= 0),
    sha256       BLOB    NOT NULL CHECK (length(sha256) = 32),
    blob         TEXT    NOT NULL UNIQUE, -- the key of the blob with the bytes
    created_at   INTEGER NOT NULL,
    UNIQUE (pa_id, id)
) STRICT;

-- The reference to an attachment has no ON DELETE SET NULL: it would set pa_id to null as well. Whoever removes an attachment
-- clears it first; who forgets it is refused.
CREATE TABLE offers (
    id            INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    pa_id         TEXT    NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    position      INTEGER NOT NULL CHECK (position BETWEEN 0 AND 255), -- counted from 0
    supplier_name TEXT    NOT NULL,
    amount_cents  INTEGER NOT NULL,
    description   TEXT    NOT NULL,
    url           TEXT    NOT NULL,
    attachment_id INTEGER,
    created_at    INTEGER NOT NULL,
    UNIQUE (pa_id, position, id),
    FOREIGN KEY (pa_id, attachment_id) REFERENCES attachments (pa_id, id)
) STRICT;

CREATE INDEX offers_attachment_id ON offers (pa_id, attachment_id) WHERE attachment_id IS NOT NULL;

-- One column for the preferred offer, so that there is at most one. Who removes an offer clears it first.
CREATE TABLE cost_positions (
    pa_id              TEXT    NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    position           INTEGER NOT NULL CHECK (position BETWEEN 0 AND 255), -- counted from 0
    preferred          INTEGER,
    no_offers_required INTEGER NOT NULL CHECK (no_offers_required IN (0, 1)),
    justification      TEXT,
    PRIMARY KEY (pa_id, position),
    FOREIGN KEY (pa_id, position, preferred) REFERENCES offers (pa_id, position, id)
) STRICT;

CREATE TABLE replays (
    scope_hash   BLOB    NOT NULL PRIMARY KEY CHECK (length(scope_hash) = 32), -- SHA-256 of endpoint, caller and key
    request_hash BLOB    NOT NULL CHECK (length(request_hash) = 32), -- SHA-256 of what was asked
    pa_id        TEXT    NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    answer       BLOB    NOT NULL, -- sealed
    expires_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX replays_pa_id ON replays (pa_id);

CREATE INDEX replays_expires_at ON replays (expires_at, scope_hash);
