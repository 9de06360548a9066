-- What the records of an entity look like and who may do what with them. As json, not jsonb: a schema is read as a
-- whole, and its fields keep the order in which they were declared.
create table entity_schemas (
  app_id       text not null references apps on delete cascade,
  name         text not null check (name ~ '^[A-Za-z0-9_]{1,64}$'),
  schema       json not null,
  version      integer not null default 1,
  created_date timestamptz not null default date_trunc('milliseconds', now()),
  updated_date timestamptz not null default date_trunc('milliseconds', now()),
  primary key (app_id, name)
);

-- Every node forgets what it remembers of the app, whichever way the row was changed.
create function tell_entity_schema_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('entity_schemas', coalesce(new.app_id, old.app_id));
  return null;
end
$$;

create trigger entity_schemas_changed after insert or update or delete on entity_schemas
  for each row execute function tell_entity_schema_change();
