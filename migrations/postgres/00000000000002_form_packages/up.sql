-- The versions of form types that applications came in with: definition and template, byte for byte, each once. They are
-- never changed and never removed. Times are microseconds since 1970-01-01T00:00:00 UTC.

CREATE TABLE form_packages (
    digest     BYTEA            NOT NULL PRIMARY KEY CHECK (length(digest) = 32), -- SHA-256 of both
    form_type  TEXT COLLATE "C" NOT NULL,
    version    BIGINT           NOT NULL CHECK (version >= 0), -- what the definition calls it
    stored_at  BIGINT           NOT NULL,
    definition BYTEA            NOT NULL, -- form.toml
    template   BYTEA            NOT NULL  -- template.pdf
);

CREATE INDEX form_packages_form_type ON form_packages (form_type, version, stored_at, digest);

-- Null for applications that came before, until the next start stores their version.
ALTER TABLE applications ADD COLUMN form_package BYTEA REFERENCES form_packages (digest);

-- Those without one are found in order, and all are counted, without a look at the rows.
CREATE INDEX applications_form_package ON applications (form_package, form_type, pa_id);
