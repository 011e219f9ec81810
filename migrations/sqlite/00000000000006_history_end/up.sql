-- Where the history of an application ends, noted with the application, so that entries which are missing at the end are
-- noticed; 0 and null where there is none.

ALTER TABLE applications ADD COLUMN history_number INTEGER NOT NULL DEFAULT 0 CHECK (history_number >= 0);

ALTER TABLE applications ADD COLUMN history_hash BLOB CHECK (history_hash IS NULL OR length(history_hash) = 32);

-- Hashed for all entries.
ALTER TABLE applications ADD COLUMN history_bytes INTEGER NOT NULL DEFAULT 0 CHECK (history_bytes >= 0);

UPDATE applications SET (history_number, history_hash, history_bytes) = (
    SELECT number, hash, total_bytes FROM history WHERE history.pa_id = applications.pa_id ORDER BY number DESC LIMIT 1
) WHERE pa_id IN (SELECT pa_id FROM history);
