-- Ways to look at the records of an entity, kept by a person for themselves or for all who can edit the app.
create table record_views (
  id           text primary key,
  app_id       text not null references apps (id) on delete cascade,
  entity_name  text not null,
  owner_id     text not null references users (id) on delete cascade,
  is_shared    boolean not null,
  name         text not null,
  q            text,
  sort         text,
  columns      jsonb not null check (jsonb_typeof(columns) = 'array'),
  created_date timestamptz not null,
  updated_date timestamptz not null
);
create index record_views_of_entity on record_views (app_id, entity_name, name);
create index record_views_of_owner on record_views (owner_id);
