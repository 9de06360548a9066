-- The advertising of apps: the account on the ad platform (at most one), its campaigns, and the launches on their way.
create table ad_accounts (
  id                     text primary key,
  app_id                 text not null unique references apps on delete cascade,
  platform               text not null check (platform in ('sandbox', 'google')),
  -- What the account is found by on the platform.
  reference              text not null unique,
  -- PENDING: the platform was asked for it and what became of that is not known yet.
  status                 text not null
                         check (status in ('PENDING', 'ACTIVE', 'BILLING_HOLD', 'SUSPENDED', 'CANCELED', 'CLOSED')),
  account_name           text not null,
  currency_code          text not null,
  timezone               text not null,
  platform_customer_id   text,
  billing_hold           boolean not null default false,
  terms_accepted_date    timestamptz,
  terms_accepted_by      text,
  -- Since when the app's code is known to tell of conversions; null: it does not.
  tracking_verified_date timestamptz,
  created_date           timestamptz not null,
  updated_date           timestamptz not null,
  check (status = 'PENDING' or platform_customer_id is not null)
);

create table ad_campaigns (
  id                     text primary key,
  app_id                 text not null references apps on delete cascade,
  account_id             text not null references ad_accounts on delete cascade,
  platform_campaign_id   text not null,
  reference              text not null,
  campaign_type          text not null check (campaign_type in ('SMART', 'PERFORMANCE_MAX')),
  campaign_name          text not null,
  status                 text not null check (status in ('ENABLED', 'PAUSED', 'REMOVED')),
  -- Why it is paused: nobody tells of conversions yet, or somebody wanted it; null when neither.
  pause_reason           text check (pause_reason in ('tracking_pending', 'user')),
  settings               jsonb not null,
  review_status          text not null,
  serving_status         text not null,
  primary_status         text not null,
  primary_status_reasons text[] not null default '{}',
  learning_ends_at       timestamptz not null,
  -- A change that the platform was sent and whose outcome is not known; while claimed_until lies ahead, somebody is
  -- about to know it, and nobody else changes the campaign.
  unsettled              text check (unsettled in ('pause', 'resume', 'delete', 'update')),
  unsettled_since        timestamptz,
  claim_id               text,
  claimed_until          timestamptz,
  checks                 integer not null default 0,
  next_check_date        timestamptz,
  created_date           timestamptz not null,
  updated_date           timestamptz not null,
  unique (account_id, platform_campaign_id),
  check ((unsettled is null) = (unsettled_since is null))
);
create index ad_campaigns_of_app on ad_campaigns (app_id, created_date desc, id);
create index ad_campaigns_unsettled on ad_campaigns (next_check_date) where unsettled is not null;

-- One row for each attempt to make a campaign of a draft. Its state is written before the call that it names.
create table ad_launches (
  id              text primary key,
  app_id          text not null references apps on delete cascade,
  -- `draft:` and the id that the caller gave it, or `hash:` and a hash of the campaign.
  draft_key       text not null,
  reference       text not null,
  state           text not null check (state in ('started', 'account_sent', 'campaign_sent', 'enable_sent',
                                                 'outcome_unknown', 'done', 'rejected', 'released')),
  -- What was sent when the outcome became unknown.
  unknown_step    text check (unknown_step in ('account', 'campaign', 'enable')),
  unknown_since   timestamptz,
  campaign_id     text references ad_campaigns on delete set null,
  input           jsonb not null,
  error           jsonb,
  -- Reads that looked for it; those in a row that did not find it, and since when.
  checks          integer not null default 0,
  absent_reads    integer not null default 0,
  absent_since    timestamptz,
  next_check_date timestamptz,
  created_by      text,
  created_date    timestamptz not null,
  updated_date    timestamptz not null
);
-- Of a draft only one can be on its way or have become a campaign.
create unique index ad_launches_living_draft on ad_launches (app_id, draft_key)
  where state not in ('rejected', 'released');
create index ad_launches_of_campaign on ad_launches (campaign_id) where campaign_id is not null;
-- For the sweeper and for those that look after unknown outcomes.
create index ad_launches_on_their_way on ad_launches (updated_date)
  where state in ('started', 'account_sent', 'campaign_sent', 'enable_sent');
create index ad_launches_unknown on ad_launches (next_check_date) where state = 'outcome_unknown';
create index ad_launches_ended on ad_launches (updated_date) where state in ('rejected', 'released');
-- For those who list the campaigns of an app.
create index ad_launches_unknown_of_app on ad_launches (app_id, created_date desc) where state = 'outcome_unknown';
create index ad_launches_of_reference on ad_launches (app_id, reference, created_date desc);
