-- Applications and everything of them; the same tables as SQLite's. Times are microseconds since 1970-01-01T00:00:00 UTC.
-- Texts that are compared or sorted here are ASCII or only compared for equality, so they are sorted by bytes (COLLATE "C") whatever the
-- database's own order is. Ids of attachments and offers are never used again (a sequence only goes forward).

CREATE TABLE applications (
    pa_id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    form_type  TEXT COLLATE "C" NOT NULL,
    status     TEXT COLLATE "C" NOT NULL,
    data       TEXT             NOT NULL, -- a JSON object, as it was given: JSONB would change numbers and order
    original   TEXT COLLATE "C" NOT NULL UNIQUE, -- the key of the blob with the uploaded bytes
    created_at BIGINT           NOT NULL,
    updated_at BIGINT           NOT NULL,
    revision   BIGINT           NOT NULL,
    name       TEXT -- what the data says, kept for the list
);

-- Newest first, filtered and counted without a look at the rows.
CREATE INDEX applications_created_at ON applications (created_at, pa_id, form_type, status);

CREATE TABLE application_keys (
    lookup TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- the public part of the key
    pa_id  TEXT COLLATE "C" NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    digest BYTEA            NOT NULL CHECK (length(digest) = 32) -- SHA-256 of the whole key
);

CREATE INDEX application_keys_pa_id ON application_keys (pa_id);

CREATE TABLE year_counters (
    year        INTEGER NOT NULL PRIMARY KEY CHECK (year BETWEEN 0 AND 99),
    last_number INTEGER NOT NULL CHECK (last_number BETWEEN 1 AND 9999)
);

CREATE TABLE loose_blobs (
    key   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    since BIGINT           NOT NULL
);

CREATE INDEX loose_blobs_since ON loose_blobs (since, key);

CREATE TABLE attachments (
    id           BIGINT           NOT NULL PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    pa_id        TEXT COLLATE "C" NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    filename     TEXT             NOT NULL,
    content_type TEXT             NOT NULL,
    size_bytes   BIGINT           NOT NULL CHECK (size_bytes >= 0),
    sha256       BYTEA            NOT NULL CHECK (length(sha256) = 32),
    blob         TEXT COLLATE "C" NOT NULL UNIQUE, -- the key of the blob with the bytes
    created_at   BIGINT           NOT NULL,
    UNIQUE (pa_id, id)
);

-- The reference to an attachment has no ON DELETE SET NULL: it would set pa_id to null as well. Whoever removes an attachment
-- clears it first; who forgets it is refused.
CREATE TABLE offers (
    id            BIGINT           NOT NULL PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    pa_id         TEXT COLLATE "C" NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    position      INTEGER          NOT NULL CHECK (position BETWEEN 0 AND 255), -- counted from 0
    supplier_name TEXT             NOT NULL,
    amount_cents  BIGINT           NOT NULL,
    description   TEXT             NOT NULL,
    url           TEXT             NOT NULL,
    attachment_id BIGINT,
    created_at    BIGINT           NOT NULL,
    UNIQUE (pa_id, position, id),
    FOREIGN KEY (pa_id, attachment_id) REFERENCES attachments (pa_id, id)
);

CREATE INDEX offers_attachment_id ON offers (pa_id, attachment_id) WHERE attachment_id IS NOT NULL;

-- One column for the preferred offer, so that there is at most one. Who removes an offer clears it first.
CREATE TABLE cost_positions (
    pa_id              TEXT COLLATE "C" NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    position           INTEGER          NOT NULL CHECK (position BETWEEN 0 AND 255), -- counted from 0
    preferred          BIGINT,
    no_offers_required BOOLEAN          NOT NULL,
    justification      TEXT,
    PRIMARY KEY (pa_id, position),
    FOREIGN KEY (pa_id, position, preferred) REFERENCES offers (pa_id, position, id)
);

CREATE TABLE replays (
    scope_hash   BYTEA            NOT NULL PRIMARY KEY CHECK (length(scope_hash) = 32), -- SHA-256 of endpoint, caller and key
    request_hash BYTEA            NOT NULL CHECK (length(request_hash) = 32), -- SHA-256 of what was asked
    pa_id        TEXT COLLATE "C" NOT NULL REFERENCES applications (pa_id) ON DELETE CASCADE,
    answer       BYTEA            NOT NULL, -- sealed
    expires_at   BIGINT           NOT NULL
);

CREATE INDEX replays_pa_id ON replays (pa_id);

CREATE INDEX replays_expires_at ON replays (expires_at, scope_hash);
