create table folders (
  id               text primary key,
  workspace_id     text not null references workspaces on delete cascade,
  scope            text not null check (scope in ('workspace', 'personal')),
  owner_id         text references users on delete cascade,
  parent_folder_id text references folders on delete cascade,
  name             text not null,
  position         integer not null default 0,
  color            text,
  icon             text,
  app_type         text check (app_type in ('app', 'agent')),
  created_date     timestamptz not null default date_trunc('milliseconds', now()),
  check ((scope = 'personal') = (owner_id is not null))
);
create index folders_of_workspace on folders (workspace_id, owner_id);
create index folders_by_parent on folders (parent_folder_id) where parent_folder_id is not null;
create index folders_of_owner on folders (owner_id) where owner_id is not null;

-- An app is in one folder per scope: the key says so. `owner_key` is '' for workspace folders.
create table folder_items (
  app_id       text not null references apps on delete cascade,
  owner_key    text not null,
  folder_id    text not null references folders on delete cascade,
  created_date timestamptz not null default date_trunc('milliseconds', now()),
  primary key (app_id, owner_key)
);
create index folder_items_by_folder on folder_items (folder_id);
