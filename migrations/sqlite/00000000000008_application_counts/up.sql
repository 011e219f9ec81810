-- How many applications there are of each form type and status, so that the list of them can say how long it is without
-- counting rows. Kept by triggers, so that no statement can forget it.

CREATE TABLE application_counts (
    form_type    TEXT    NOT NULL,
    status       TEXT    NOT NULL,
    applications INTEGER NOT NULL,
    PRIMARY KEY (form_type, status)
) STRICT, WITHOUT ROWID;

INSERT INTO application_counts (form_type, status, applications)
    SELECT form_type, status, count(*) FROM applications GROUP BY form_type, status;

CREATE TRIGGER applications_tallied_in AFTER INSERT ON applications BEGIN
    INSERT INTO application_counts (form_type, status, applications) VALUES (new.form_type, new.status, 1)
        ON CONFLICT (form_type, status) DO UPDATE SET applications = applications + 1;
END;

CREATE TRIGGER applications_tallied_out AFTER DELETE ON applications BEGIN
    INSERT INTO application_counts (form_type, status, applications) VALUES (old.form_type, old.status, -1)
        ON CONFLICT (form_type, status) DO UPDATE SET applications = applications - 1;
END;

CREATE TRIGGER applications_tallied_over AFTER UPDATE OF form_type, status ON applications
WHEN old.form_type <> new.form_type OR old.status <> new.status BEGIN
    INSERT INTO application_counts (form_type, status, applications) VALUES (old.form_type, old.status, -1)
        ON CONFLICT (form_type, status) DO UPDATE SET applications = applications - 1;
    INSERT INTO application_counts (form_type, status, applications) VALUES (new.form_type, new.status, 1)
        ON CONFLICT (form_type, status) DO UPDATE SET applications = applications + 1;
END;

-- Those of one form type or status in the order of the list, so that the others are not walked over.
CREATE INDEX applications_form_type ON applications (form_type, created_at, pa_id);
CREATE INDEX applications_status ON applications (status, created_at, pa_id);
CREATE INDEX applications_form_type_status ON applications (form_type, status, created_at, pa_id);
