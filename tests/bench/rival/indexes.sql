create index on rival.jobs (status, date_created);
create index on rival.jobs (status, date_posted desc, id desc);
create index on rival.jobs (date_removed);
create index on rival.jobs (organization);
create index on rival.jobs using gin (title_search);
create index on rival.jobs using gin (organization_search);
create index on rival.jobs using gin (location_search);
create index on rival.jobs using gin (search);
