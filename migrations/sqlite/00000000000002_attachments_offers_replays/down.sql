DROP TABLE replays;
DROP TABLE cost_positions;
DROP TABLE offers;
DROP TABLE attachments;
DROP INDEX applications_created_at;
ALTER TABLE applications DROP COLUMN name;
