-- The records of apps, all entities in one table: an entity is named, not made.
create table records (
  app_id        text not null references apps on delete cascade,
  entity_name   text not null,
  id            text not null,
  data          jsonb not null default '{}',
  created_by    text not null,
  created_by_id text not null,
  created_date  timestamptz not null,
  updated_date  timestamptz not null,
  is_sample     boolean not null default false,
  primary key (app_id, entity_name, id)
) with (fillfactor = 80); -- an update changes nothing that is indexed, unless the schema declares it, and stays in its page
create index records_by_date on records (app_id, entity_name, created_date, id);

-- Members of an app as its rules see them: who has no row has the role that their access gives, and no data.
create table app_users (
  app_id       text not null references apps on delete cascade,
  user_id      text not null references users on delete cascade,
  role         text,
  data         jsonb not null default '{}',
  created_date timestamptz not null default date_trunc('milliseconds', now()),
  updated_date timestamptz not null default date_trunc('milliseconds', now()),
  primary key (app_id, user_id)
);
create index app_users_of_user on app_users (user_id);
