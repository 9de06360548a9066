-- Indexes that schemas declare: each is an index on records of its own, built and dropped by a job. A row is there
-- before its index and until after it, so that none is ever left behind. No reference to apps, for the same reason.
create table entity_indexes (
  name         text primary key,
  app_id       text not null,
  entity_name  text not null,
  keys         jsonb not null,
  state        text not null check (state in ('building', 'ready', 'failed', 'dropping')),
  error        text,
  updated_date timestamptz not null
);
create index entity_indexes_of_app on entity_indexes (app_id, entity_name);
create index entity_indexes_to_do on entity_indexes (updated_date) where state <> 'ready';
