DROP TRIGGER loose_blobs_counted ON loose_blobs;
DROP TRIGGER applications_counted ON applications;
DROP TRIGGER attachments_counted ON attachments;
DROP FUNCTION count_reserved;
DROP FUNCTION count_original;
DROP FUNCTION count_attachment;
DROP TABLE stored_bytes;
ALTER TABLE applications DROP COLUMN original_bytes;
ALTER TABLE loose_blobs DROP COLUMN reserved_bytes;
