-- What the people who use an app do there, as it came: the events of one request (at most 512), the values of a column as
-- one text. One row for many events is what keeps the pace; a job takes them apart into the rows below. Never compressed,
-- which would cost more than all else.
create sequence analytics_batch_seq;
create table analytics_event_batches (
  app_id     text collate "C" not null,
  seq        bigint not null default nextval('analytics_batch_seq'),
  -- Milliseconds since 1970.
  times      text not null,
  names      text not null,
  users      text not null,
  sessions   text not null,
  pages      text not null,
  event_ids  text not null,
  properties text not null,
  primary key (app_id, seq)
);
alter table analytics_event_batches
  alter column times set storage external, alter column names set storage external,
  alter column users set storage external, alter column sessions set storage external,
  alter column pages set storage external, alter column event_ids set storage external,
  alter column properties set storage external;

-- The events of a batch, as they are when they have rows of their own. Empty texts stand for none.
create function analytics_events_of(batch analytics_event_batches)
returns table (app_id text, occurred_at timestamptz, seq bigint, event_name text, user_id text, session_id text,
               page_url text, event_id text, properties jsonb)
language sql stable as $$
  select (batch).app_id, to_timestamp(e.ms / 1000), (batch).seq * 512 + e.place - 1, e.event_name, e.user_id,
         e.session_id, e.page_url, e.event_id, e.properties::jsonb
    from unnest(string_to_array((batch).times, e'\x1f')::float8[], string_to_array((batch).names, e'\x1f'),
                string_to_array((batch).users, e'\x1f', ''), string_to_array((batch).sessions, e'\x1f', ''),
                string_to_array((batch).pages, e'\x1f', ''), string_to_array((batch).event_ids, e'\x1f', ''),
                string_to_array((batch).properties, e'\x1f'))
         with ordinality as e (ms, event_name, user_id, session_id, page_url, event_id, properties, place)
$$;

-- One row for each event. One partition for each day (UTC), dropped when it is 60 days old: so this has no foreign key to
-- apps, and no row is deleted by itself except with its app. One index only, for the pace of writing; days that are over
-- get two more.
create table analytics_event_rows (
  app_id      text collate "C" not null,
  occurred_at timestamptz not null,
  seq         bigint not null,
  event_name  text collate "C" not null,
  user_id     text collate "C",
  session_id  text collate "C",
  page_url    text,
  event_id    text,
  properties  jsonb not null,
  primary key (app_id, occurred_at, seq)
) partition by range (occurred_at);

-- Those that have no rows of their own yet, and all events, whichever form they have at this moment.
create view analytics_waiting_events as
  select b.app_id, e.occurred_at, e.seq, e.event_name collate "C", e.user_id collate "C", e.session_id collate "C",
         e.page_url, e.event_id, e.properties
    from analytics_event_batches b, analytics_events_of(b) e;
create view analytics_events as
  select app_id, occurred_at, seq, event_name, user_id, session_id, page_url, event_id, properties
    from analytics_event_rows
  union all
  select app_id, occurred_at, seq, event_name, user_id, session_id, page_url, event_id, properties
    from analytics_waiting_events;

-- Adds the partition of a day unless it is there. It is made beside the table and then attached, which stops neither
-- readers nor writers.
create function add_analytics_day(day date) returns void language plpgsql as $$
declare
  name text := 'analytics_events_' || to_char(day, 'YYYYMMDD');
begin
  perform pg_advisory_xact_lock(hashtextextended('analytics days', 0));
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like analytics_event_rows including defaults including constraints including indexes)', name);
  execute format('alter table analytics_event_rows attach partition %I for values from (%L) to (%L)',
                 name, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
end
$$;

-- The ids that events were sent with, each a bit: those that count up share a row, others have one of their own. The row
-- is named by a hash of the app and of what its ids have in common. An id is known in the period (25 hours) in which it
-- came and in the next one; what is known is not taken again.
create table analytics_event_ids (
  id          uuid primary key,
  period      integer not null,
  mask        bit(128) not null,
  mask_before bit(128) not null,
  kept_until  timestamptz not null
) with (fillfactor = 85);
create index analytics_event_ids_old on analytics_event_ids using brin (kept_until);

-- How often an event happened on a day (UTC), so that nobody has to count the events themselves.
create table event_name_days (
  app_id     text collate "C" not null,
  day        date not null,
  event_name text collate "C" not null,
  events     bigint not null,
  last_at    timestamptz not null,
  primary key (app_id, day, event_name)
) with (fillfactor = 70);
create index event_name_days_old on event_name_days using brin (day);

-- The most recent event of each user. `bucket` counts spans of ten minutes since 1970; `last_at` is not indexed, so that
-- further events in the same ten minutes stay in their page.
create table user_last_event (
  app_id  text collate "C" not null,
  user_id text collate "C" not null,
  bucket  integer not null,
  last_at timestamptz not null,
  primary key (app_id, user_id)
) with (fillfactor = 85);
create index user_last_event_by_bucket on user_last_event (app_id, bucket);

-- How many users have their most recent event in a bucket; kept by the triggers below, so that no writer can forget it.
create table activity_bucket (
  app_id text collate "C" not null,
  bucket integer not null,
  users  bigint not null,
  primary key (app_id, bucket)
) with (fillfactor = 70);
create index activity_bucket_old on activity_bucket (bucket);

-- All in the order of the key, so that two writers never wait for each other in a circle.
create function count_activity_added() returns trigger language plpgsql as $$
begin
  insert into activity_bucket as b (app_id, bucket, users)
  select app_id, bucket, count(*) from added group by app_id, bucket order by app_id, bucket
  on conflict (app_id, bucket) do update set users = b.users + excluded.users;
  return null;
end
$$;
create function count_activity_moved() returns trigger language plpgsql as $$
begin
  insert into activity_bucket as b (app_id, bucket, users)
  select app_id, bucket, sum(change)
    from (select app_id, bucket, 1 as change from added union all select app_id, bucket, -1 from removed) changes
   group by app_id, bucket having sum(change) <> 0 order by app_id, bucket
  on conflict (app_id, bucket) do update set users = b.users + excluded.users;
  return null;
end
$$;
create function count_activity_removed() returns trigger language plpgsql as $$
begin
  insert into activity_bucket as b (app_id, bucket, users)
  select app_id, bucket, -count(*) from removed group by app_id, bucket order by app_id, bucket
  on conflict (app_id, bucket) do update set users = b.users + excluded.users;
  return null;
end
$$;
create trigger count_added after insert on user_last_event
  referencing new table as added for each statement execute function count_activity_added();
create trigger count_moved after update on user_last_event
  referencing old table as removed new table as added for each statement execute function count_activity_moved();
create trigger count_removed after delete on user_last_event
  referencing old table as removed for each statement execute function count_activity_removed();

-- Who was there in the last minutes. Of no worth after a crash, so it is not logged.
create unlogged table heartbeats (
  app_id  text collate "C" not null,
  user_id text collate "C" not null,
  seen_at timestamptz not null,
  primary key (app_id, user_id)
) with (fillfactor = 70);

-- The user counts as they were at each full hour.
create table user_counts (
  app_id       text collate "C" not null,
  taken_at     timestamptz not null,
  active_users integer not null,
  live_users   integer not null,
  inactive_7d  integer not null,
  inactive_30d integer not null,
  primary key (app_id, taken_at)
);
create index user_counts_old on user_counts using brin (taken_at);
