-- What the people who use an app do there. One partition for each day (UTC), dropped when it is 60 days old: so this has
-- no foreign key to apps, and no row is deleted by itself except with its app. One index only, for the pace of writing;
-- days that are over get two more.
create sequence analytics_event_seq cache 100;
create table analytics_events (
  app_id      text collate "C" not null,
  occurred_at timestamptz not null,
  seq         bigint not null default nextval('analytics_event_seq'),
  event_name  text collate "C" not null,
  user_id     text collate "C",
  session_id  text collate "C",
  page_url    text,
  event_id    text,
  properties  jsonb not null,
  primary key (app_id, occurred_at, seq)
) partition by range (occurred_at);

-- Adds the partition of a day unless it is there. It is made beside the table and then attached, which stops neither
-- readers nor writers.
create function add_analytics_day(day date) returns void language plpgsql as $$
declare
  name text := 'analytics_events_' || to_char(day, 'YYYYMMDD');
begin
  perform pg_advisory_xact_lock(hashtextextended('analytics days', 0));
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like analytics_events including defaults including constraints including indexes)', name);
  execute format('alter table analytics_events attach partition %I for values from (%L) to (%L)',
                 name, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
end
$$;

-- The ids that events were sent with, as hashes with their app: one that is here is not taken again.
create table analytics_event_ids (
  id         uuid primary key,
  kept_until timestamptz not null
);
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
