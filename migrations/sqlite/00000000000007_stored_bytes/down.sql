DROP TRIGGER loose_blobs_removed;
DROP TRIGGER loose_blobs_added;
DROP TRIGGER applications_removed;
DROP TRIGGER applications_added;
DROP TRIGGER attachments_removed;
DROP TRIGGER attachments_added;
DROP TABLE stored_bytes;
ALTER TABLE applications DROP COLUMN original_bytes;
ALTER TABLE loose_blobs DROP COLUMN reserved_bytes;
