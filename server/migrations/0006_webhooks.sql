-- Subscriptions of agents (source 'agent') and of apps (source 'app'), and the state of their deliveries.
create table webhooks (
  id                    text primary key,
  app_id                text not null references apps on delete cascade,
  source                text not null check (source in ('agent', 'app')),
  target_url            text not null,
  events                text[] not null check (cardinality(events) > 0),
  entity_names          text[],
  description           text,
  secret                text,
  previous_secret       text,
  previous_secret_until timestamptz,
  -- Every turning on or off begins a new epoch: results of an older one count nothing, and what still waits
  -- from it is canceled by that alone, however much it is.
  epoch                 integer not null default 0,
  pool                  text not null default 'fast' check (pool in ('fast', 'slow')),
  last_trigger_time     timestamptz,
  last_error            jsonb,
  consecutive_failures  integer not null default 0 check (consecutive_failures between 0 and 20),
  disabled_at           timestamptz,
  created_date          timestamptz not null,
  updated_date          timestamptz not null,
  -- Reads as missing at once; a job removes it with its deliveries.
  deleted_at            timestamptz,
  check (consecutive_failures < 20 or disabled_at is not null),
  check (consecutive_failures = 0 or last_error is not null)
) with (fillfactor = 70); -- health changes with every attempt and is in no index, so updates stay in the page
create index webhooks_of_app on webhooks (app_id, source, created_date desc, id desc) where deleted_at is null;
create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null;

-- `body` holds the exact bytes that are sent, so that signature, retries and redelivery cannot differ.
create table webhook_events (
  id           text primary key,
  app_id       text not null references apps on delete cascade,
  type         text not null,
  body         bytea not null,
  created_date timestamptz not null
);
create index webhook_events_old on webhook_events (created_date);

create table deliveries (
  id           text primary key,
  seq          bigint generated always as identity,
  event_id     text not null references webhook_events on delete cascade,
  event_type   text not null,
  webhook_id   text not null references webhooks on delete cascade,
  lane         smallint not null,
  status       text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  attempt      integer not null default 0,
  epoch        integer not null,
  next_at      timestamptz,
  created_date timestamptz not null,
  unique (event_id, webhook_id),
  check ((status = 'pending') = (next_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.01, fillfactor = 80);
create index deliveries_due on deliveries (webhook_id, lane, epoch, next_at, seq) where status = 'pending';
create index deliveries_of_webhook on deliveries (webhook_id, seq desc);
-- Rare beside the others, so that finding them must not mean reading those; a success costs nothing here.
create index deliveries_ended_badly on deliveries (webhook_id, status, seq desc)
  where status in ('failed', 'canceled');

-- One row a lane with work; the only table a claim looks at, so its cost does not depend on the backlog.
create table webhook_lanes (
  webhook_id  text not null references webhooks on delete cascade,
  lane        smallint not null,
  pool        text not null,
  next_at     timestamptz not null,
  lease_until timestamptz,
  claim_id    uuid,
  -- The batch of outcomes that was written last: the same again, after a lost answer, changes nothing.
  last_write  uuid,
  -- Grows with every delivery that is added: a lane that is released knows whether it missed one.
  pokes       bigint not null default 0,
  primary key (webhook_id, lane)
) with (autovacuum_vacuum_scale_factor = 0.01, fillfactor = 50);
create index webhook_lanes_due on webhook_lanes (pool, next_at);

create table webhook_attempts (
  delivery_id   text not null,
  webhook_id    text not null,
  attempt       integer not null,
  trigger       text not null check (trigger in ('automatic', 'manual')),
  outcome       text not null check (outcome in ('succeeded', 'failed', 'stale')),
  started_at    timestamptz not null,
  duration_ms   integer not null,
  status_code   integer,
  error_type    text,
  message       text,
  response_body text
) partition by range (started_at);
create table webhook_attempts_rest partition of webhook_attempts default;
create index webhook_attempts_of_delivery on webhook_attempts (delivery_id, started_at);
-- A table a day, made ahead by a job; the first ones are made here, so that no day begins in the rest.
do $$
declare day timestamp := date_trunc('day', now() at time zone 'UTC');
begin
  for ahead in 0..3 loop
    execute format('create table %I partition of webhook_attempts for values from (%L) to (%L)',
      'webhook_attempts_' || to_char(day, 'YYYYMMDD'), day at time zone 'UTC', (day + interval '1 day') at time zone 'UTC');
    day := day + interval '1 day';
  end loop;
end $$;
