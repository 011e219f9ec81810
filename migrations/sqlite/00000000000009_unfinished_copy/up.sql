-- That the database is being filled from another one (`restore`, `move`), and since when: one row, gone when that has
-- come to its end, so that nothing serves a part of a copy.

CREATE TABLE unfinished_copy (
    id       INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    begun_at INTEGER NOT NULL -- microseconds since 1970-01-01T00:00:00 UTC
) STRICT;
