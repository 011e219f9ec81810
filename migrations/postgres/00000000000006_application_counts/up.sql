-- How many applications there are of each form type and status, so that the list of them can say how long it is without
-- counting rows. Kept by triggers, so that no statement can forget it.
--
-- In sixteen shards: one row would be held by whoever changes a status until the end of the transaction, and make all
-- others wait. Only their sum means something; a single one may be negative.

CREATE TABLE application_counts (
    form_type    TEXT    COLLATE "C" NOT NULL,
    status       TEXT    COLLATE "C" NOT NULL,
    shard        INTEGER NOT NULL DEFAULT 0,
    applications BIGINT  NOT NULL,
    PRIMARY KEY (form_type, status, shard)
) WITH (fillfactor = 50);

INSERT INTO application_counts (form_type, status, applications)
    SELECT form_type, status, count(*) FROM applications GROUP BY form_type, status;

CREATE FUNCTION tally(of_type TEXT, of_status TEXT, of_application TEXT, difference BIGINT) RETURNS void LANGUAGE sql AS $$
    INSERT INTO application_counts AS kept (form_type, status, shard, applications)
        VALUES (of_type, of_status, hashtext(of_application) & 15, difference)
        ON CONFLICT (form_type, status, shard) DO UPDATE SET applications = kept.applications + difference;
$$;

-- Where two rows change, the lesser one comes first, for everybody: so nobody waits for who waits for him.
CREATE FUNCTION tally_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM tally(new.form_type, new.status, new.pa_id, 1);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM tally(old.form_type, old.status, old.pa_id, -1);
    ELSIF (old.form_type COLLATE "C", old.status COLLATE "C") < (new.form_type COLLATE "C", new.status COLLATE "C") THEN
        PERFORM tally(old.form_type, old.status, old.pa_id, -1);
        PERFORM tally(new.form_type, new.status, old.pa_id, 1);
    ELSE
        PERFORM tally(new.form_type, new.status, old.pa_id, 1);
        PERFORM tally(old.form_type, old.status, old.pa_id, -1);
    END IF;
    RETURN NULL;
END $$;

-- When the transaction ends: the rows are held for no longer than a commit takes, and nothing is waited for after them.
CREATE CONSTRAINT TRIGGER applications_tallied AFTER INSERT OR DELETE ON applications
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_application();

CREATE CONSTRAINT TRIGGER applications_tallied_over AFTER UPDATE OF form_type, status ON applications
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (old.form_type <> new.form_type OR old.status <> new.status) EXECUTE FUNCTION tally_application();

-- Those of one form type or status in the order of the list, so that the others are not walked over.
CREATE INDEX applications_form_type ON applications (form_type, created_at, pa_id);
CREATE INDEX applications_status ON applications (status, created_at, pa_id);
CREATE INDEX applications_form_type_status ON applications (form_type, status, created_at, pa_id);
