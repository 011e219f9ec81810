DROP TABLE replays;
DROP TABLE cost_positions;
DROP TABLE offers;
DROP TABLE attachments;
DROP TABLE loose_blobs;
DROP TABLE year_counters;
DROP TABLE application_keys;
DROP TABLE applications;
