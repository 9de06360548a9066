-- Which writes of an app's entities count as which goal of its advertising account.
create table conversion_mappings (
  id                   text primary key,
  app_id               text not null references apps on delete cascade,
  entity_name          text not null,
  event                text not null check (event in ('create', 'update', 'delete')),
  conversion_type      text not null,
  -- One particular goal of the account; null: its goal of this type.
  conversion_action_id text,
  is_enabled           boolean not null,
  created_date         timestamptz not null,
  updated_date         timestamptz not null,
  unique (app_id, entity_name, event, conversion_type)
);

-- How many writes fired a mapping on a day (UTC).
create table conversion_counts (
  mapping_id  text not null references conversion_mappings on delete cascade,
  day         date not null,
  conversions bigint not null check (conversions > 0),
  primary key (mapping_id, day)
) with (fillfactor = 70);
create index conversion_counts_by_day on conversion_counts (day);

-- What was found in an app's code, so that code which did not change is not read again.
create table ad_tracking_scans (
  app_id        text primary key references apps on delete cascade,
  -- Of the code; and of the reader, which may learn to see more.
  revision      bigint not null,
  scanner       integer not null,
  findings      jsonb not null,
  -- How it was judged last.
  is_clean      boolean not null,
  scanned_date  timestamptz not null
);

-- tracking_verified_date goes when the tag does; this one stays, so that figures of the past stay what they were.
alter table ad_accounts add column tracking_first_date timestamptz;
