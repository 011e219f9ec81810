-- How many bytes the files have that rows name, with the room put aside for those that are on their way: one row, kept by
-- triggers, so that nothing has to be counted for an upload and no statement can forget it. Whoever changes it holds it to
-- the end of the transaction, and waits for nobody else after that.

ALTER TABLE loose_blobs ADD COLUMN reserved_bytes BIGINT NOT NULL DEFAULT 0 CHECK (reserved_bytes >= 0);

-- Of the uploaded file; null where nobody has noted it, which is counted as nothing.
ALTER TABLE applications ADD COLUMN original_bytes BIGINT CHECK (original_bytes >= 0);

UPDATE applications SET original_bytes = (
    SELECT (changes::json -> 0 -> 'after' ->> 'size')::BIGINT FROM history
    WHERE history.pa_id = applications.pa_id AND number = 1 AND action = 'uploaded'
);

CREATE TABLE stored_bytes (
    id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    total BIGINT  NOT NULL
);

INSERT INTO stored_bytes (id, total) SELECT 1,
    (SELECT coalesce(sum(size_bytes), 0) FROM attachments) + (SELECT coalesce(sum(original_bytes), 0) FROM applications);

CREATE FUNCTION count_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE stored_bytes SET total = total + new.size_bytes;
    ELSE
        UPDATE stored_bytes SET total = total - old.size_bytes;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION count_original() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE stored_bytes SET total = total + new.original_bytes WHERE new.original_bytes > 0;
    ELSE
        UPDATE stored_bytes SET total = total - old.original_bytes WHERE old.original_bytes > 0;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION count_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE stored_bytes SET total = total + new.reserved_bytes WHERE new.reserved_bytes > 0;
    ELSE
        UPDATE stored_bytes SET total = total - old.reserved_bytes WHERE old.reserved_bytes > 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER attachments_counted AFTER INSERT OR DELETE ON attachments
    FOR EACH ROW EXECUTE FUNCTION count_attachment();

CREATE TRIGGER applications_counted AFTER INSERT OR DELETE ON applications
    FOR EACH ROW EXECUTE FUNCTION count_original();

CREATE TRIGGER loose_blobs_counted AFTER INSERT OR DELETE ON loose_blobs
    FOR EACH ROW EXECUTE FUNCTION count_reserved();
