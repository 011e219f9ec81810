DROP INDEX applications_activity_at;
ALTER TABLE applications DROP COLUMN activity_at;
DROP TABLE history;
