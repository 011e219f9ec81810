ALTER TABLE applications DROP COLUMN original_sha256;
