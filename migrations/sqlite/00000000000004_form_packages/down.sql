DROP INDEX applications_form_package;
ALTER TABLE applications DROP COLUMN form_package;
DROP TABLE form_packages;
