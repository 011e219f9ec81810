-- What the rows of `costs` were called, of an application whose list was cleared while offers or a justification hung on
-- positions: kept until rows come again, so that everything goes on with the row of its name. No more than a list may hold.

CREATE TABLE cleared_costs (
    pa_id TEXT NOT NULL PRIMARY KEY REFERENCES applications (pa_id) ON DELETE CASCADE,
    names TEXT NOT NULL -- a JSON array of texts
) STRICT;
