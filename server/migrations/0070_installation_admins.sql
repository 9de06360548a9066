-- Who administers the installation, and its workspaces in the order of their list.
alter table users add column is_installation_admin boolean not null default false;
create index workspaces_by_created on workspaces (created_date, id);
