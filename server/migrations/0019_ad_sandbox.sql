-- What the built-in ad platform remembers. Only its port reads these tables: for all others it is somewhere else.
create table ad_sandbox_accounts (
  customer_id   text primary key,
  reference     text not null unique,
  name          text not null,
  currency_code text not null,
  time_zone     text not null,
  status        text not null check (status in ('ENABLED', 'SUSPENDED', 'CANCELED', 'CLOSED')),
  -- Nothing is spent from then on; null while it is enabled.
  stopped_at    timestamptz,
  created_date  timestamptz not null,
  check ((status = 'ENABLED') = (stopped_at is null))
);

create table ad_sandbox_campaigns (
  campaign_id   text primary key,
  customer_id   text not null references ad_sandbox_accounts on delete cascade,
  reference     text not null,
  campaign_type text not null check (campaign_type in ('SMART', 'PERFORMANCE_MAX')),
  is_removed    boolean not null default false,
  created_date  timestamptz not null
);
create unique index ad_sandbox_living_campaign on ad_sandbox_campaigns (customer_id, reference) where not is_removed;
create index ad_sandbox_campaigns_of_account on ad_sandbox_campaigns (customer_id, created_date, campaign_id);

-- Every change of a campaign is a further row, so that figures of the past stay what they were. The newest is in force.
create table ad_sandbox_versions (
  campaign_id   text not null references ad_sandbox_campaigns on delete cascade,
  version       integer not null,
  status        text not null check (status in ('ENABLED', 'PAUSED', 'REMOVED')),
  settings      jsonb not null,
  -- When what people see was last handed in for review.
  submitted_at  timestamptz not null,
  created_date  timestamptz not null,
  primary key (campaign_id, version)
);

create table ad_sandbox_goals (
  customer_id  text not null references ad_sandbox_accounts on delete cascade,
  goal_id      text not null,
  name         text not null,
  category     text not null,
  created_date timestamptz not null,
  primary key (customer_id, goal_id),
  unique (customer_id, category)
);
