-- Texts and images that were made for the ads of an app. A session is one request for some; it lasts a day.
create table ad_asset_sessions (
  id            text primary key,
  app_id        text not null references apps on delete cascade,
  workspace_id  text not null,
  state         text not null check (state in ('running', 'done', 'failed')),
  -- What was asked for.
  input         jsonb not null,
  created_by    text not null,
  created_date  timestamptz not null,
  expires_at    timestamptz not null,
  finished_date timestamptz
);
create index ad_asset_sessions_running on ad_asset_sessions (app_id, created_date) where state = 'running';
create index ad_asset_sessions_stale on ad_asset_sessions (created_date) where state = 'running';
create index ad_asset_sessions_over on ad_asset_sessions (expires_at) where state <> 'running';

-- What was made. It outlives its session, hence no foreign key to that.
create table ad_assets (
  id                      text primary key,
  app_id                  text not null references apps on delete cascade,
  session_id              text not null,
  -- Its place in the session: what was made is not made again when the work has to be repeated.
  position                integer not null,
  field_type              text not null check (field_type in ('HEADLINE', 'LONG_HEADLINE', 'DESCRIPTION', 'BUSINESS_NAME',
                                                              'LOGO', 'MARKETING_IMAGE', 'SQUARE_MARKETING_IMAGE')),
  -- One of the three: a text, an image of ours (the file and its path), or the address of somebody's image.
  text                    text,
  file_id                 text,
  file_path               text,
  url                     text,
  width                   integer,
  height                  integer,
  accepted_date           timestamptz,
  accepted_campaign_id    text,
  accepted_resource_names text[] not null default '{}',
  -- That of its session.
  expires_at              timestamptz not null,
  created_date            timestamptz not null,
  unique (session_id, position),
  check (num_nonnulls(text, file_path, url) = 1),
  check ((file_id is null) = (file_path is null))
);
create index ad_assets_of_app on ad_assets (app_id, created_date desc, id desc);
