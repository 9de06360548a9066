-- What a workspace may have where it differs from what all may.
alter table workspaces add column quotas jsonb not null default '{}';

-- What an app has, as it was last counted.
create table record_usage (
  app_id       text primary key references apps on delete cascade,
  workspace_id text not null references workspaces on delete cascade,
  records      bigint not null,
  bytes        bigint not null
);
create index record_usage_of_workspace on record_usage (workspace_id);

-- How many events an app took on a day, in UTC.
create table event_usage (
  app_id       text not null references apps on delete cascade,
  day          date not null,
  workspace_id text not null references workspaces on delete cascade,
  events       bigint not null,
  anonymous    bigint not null,
  primary key (app_id, day)
);
create index event_usage_of_workspace on event_usage (workspace_id, day);
create index event_usage_by_day on event_usage (day);
