ALTER TABLE applications DROP COLUMN history_bytes;
ALTER TABLE applications DROP COLUMN history_hash;
ALTER TABLE applications DROP COLUMN history_number;
