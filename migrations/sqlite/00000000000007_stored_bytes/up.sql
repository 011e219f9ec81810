-- How many bytes the files have that rows name, with the room put aside for those that are on their way: one row, kept by
-- triggers, so that nothing has to be counted for an upload and no statement can forget it.

ALTER TABLE loose_blobs ADD COLUMN reserved_bytes INTEGER NOT NULL DEFAULT 0 CHECK (reserved_bytes >= 0);

-- Of the uploaded file; null where nobody has noted it, which is counted as nothing.
ALTER TABLE applications ADD COLUMN original_bytes INTEGER CHECK (original_bytes IS NULL OR original_bytes >= 0);

UPDATE applications SET original_bytes = (
    SELECT json_extract(changes, '$[0].after.size') FROM history
    WHERE history.pa_id = applications.pa_id AND number = 1 AND action = 'uploaded' AND json_valid(changes)
);

CREATE TABLE stored_bytes (
    id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    total INTEGER NOT NULL
) STRICT;

INSERT INTO stored_bytes (id, total) SELECT 1,
    (SELECT coalesce(sum(size_bytes), 0) FROM attachments) + (SELECT coalesce(sum(original_bytes), 0) FROM applications);

CREATE TRIGGER attachments_added AFTER INSERT ON attachments BEGIN
    UPDATE stored_bytes SET total = total + new.size_bytes;
END;

CREATE TRIGGER attachments_removed AFTER DELETE ON attachments BEGIN
    UPDATE stored_bytes SET total = total - old.size_bytes;
END;

CREATE TRIGGER applications_added AFTER INSERT ON applications WHEN new.original_bytes > 0 BEGIN
    UPDATE stored_bytes SET total = total + new.original_bytes;
END;

CREATE TRIGGER applications_removed AFTER DELETE ON applications WHEN old.original_bytes > 0 BEGIN
    UPDATE stored_bytes SET total = total - old.original_bytes;
END;

CREATE TRIGGER loose_blobs_added AFTER INSERT ON loose_blobs WHEN new.reserved_bytes > 0 BEGIN
    UPDATE stored_bytes SET total = total + new.reserved_bytes;
END;

CREATE TRIGGER loose_blobs_removed AFTER DELETE ON loose_blobs WHEN old.reserved_bytes > 0 BEGIN
    UPDATE stored_bytes SET total = total - old.reserved_bytes;
END;
