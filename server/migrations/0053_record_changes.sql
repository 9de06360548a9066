-- What members changed in records by hand: who, when, and the fields from what to what. Kept for some days.
create table record_changes (
  id            text primary key,
  app_id        text not null references apps on delete cascade,
  entity_name   text not null,
  record_id     text not null,
  kind          text not null check (kind in ('updated', 'deleted')),
  changed_by    text not null,
  changed_by_id text not null,
  changed_date  timestamptz not null,
  changes       jsonb not null check (jsonb_typeof(changes) = 'array'),
  -- What an app takes is added up without reading the changes.
  bytes         integer not null generated always as (octet_length(changes::text)) stored
);
create index record_changes_of_record on record_changes (app_id, entity_name, record_id, changed_date, id);
create index record_changes_of_app on record_changes (app_id, changed_date, id) include (bytes);
create index record_changes_old on record_changes (changed_date);
