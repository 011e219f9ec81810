DROP TABLE loose_blobs;
DROP TABLE year_counters;
DROP TABLE application_keys;
DROP TABLE applications;
