-- Two roles for one database, neither of them a superuser: `formservice_owner` makes and changes the tables (`formservice migrate`), `formservice`
-- reads and writes rows and can do nothing else (`formservice serve`). A superuser runs this once, in the empty database:
--
--   OWNER_PASSWORD=… SERVE_PASSWORD=… psql --dbname=formservice --set=ON_ERROR_STOP=1 --file=postgres-roles.sql
--
-- The image of PostgreSQL runs it by itself when it makes its volume (compose.yaml). Wants psql 14 or newer.
\getenv owner_password OWNER_PASSWORD
\getenv serve_password SERVE_PASSWORD

CREATE ROLE formservice_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE formservice LOGIN PASSWORD :'serve_password';

-- Nobody else comes in, nor makes anything here.
SELECT current_database() AS database \gset
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO formservice_owner, formservice;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
ALTER SCHEMA public OWNER TO formservice_owner;
GRANT USAGE ON SCHEMA public TO formservice;

-- What the owner makes from now on, later versions' tables too.
ALTER DEFAULT PRIVILEGES FOR ROLE formservice_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO formservice;
ALTER DEFAULT PRIVILEGES FOR ROLE formservice_owner IN SCHEMA public
    GRANT SELECT, USAGE, UPDATE ON SEQUENCES TO formservice;
