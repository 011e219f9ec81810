DROP INDEX applications_form_type_status;
DROP INDEX applications_status;
DROP INDEX applications_form_type;
DROP TRIGGER applications_tallied_over;
DROP TRIGGER applications_tallied_out;
DROP TRIGGER applications_tallied_in;
DROP TABLE application_counts;
