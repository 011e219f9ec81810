-- SHA-256 of the uploaded bytes, so that a changed byte of them can be found as it can with attachments. Null where they came before.

ALTER TABLE applications ADD COLUMN original_sha256 BLOB CHECK (original_sha256 IS NULL OR length(original_sha256) = 32);
