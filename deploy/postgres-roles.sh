#!/bin/sh
# Creates the two roles on a new database, so that the service cannot change the audit log. The PostgreSQL image runs
# this at its first start. See compose.yaml.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postseal \
  --set=owner="$POSTSEAL_OWNER_PASSWORD" --set=service="$POSTSEAL_SERVICE_PASSWORD" <<'SQL'
create role postseal_owner login password :'owner';
create role postseal_service login password :'service';
alter database postseal owner to postseal_owner;
SQL
