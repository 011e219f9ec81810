DROP INDEX applications_form_type_status;
DROP INDEX applications_status;
DROP INDEX applications_form_type;
DROP TRIGGER applications_tallied_over ON applications;
DROP TRIGGER applications_tallied ON applications;
DROP FUNCTION tally_application;
DROP FUNCTION tally;
DROP TABLE application_counts;
