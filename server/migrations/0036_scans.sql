-- Security scans of apps, and the revision that tells whether one is still up to date.

create table app_revisions (
  app_id     text primary key references apps on delete cascade,
  revision   bigint not null,
  changed_at timestamptz not null
);

-- Whatever changes what a scan looks at moves the revision of its app, in the same transaction and wherever it is
-- done: code that forgot to would leave a scan up to date that is not. Arguments: the column that names the app, then
-- the columns that count; an update that leaves all of them as they were moves nothing.
create function move_app_revision() returns trigger language plpgsql as $$
declare
  before jsonb := case tg_op when 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case tg_op when 'DELETE' then null else to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' and not exists (
    select from unnest(tg_argv[1:]) as counts(name) where before -> counts.name is distinct from after -> counts.name
  ) then
    return null;
  end if;
  -- Nothing for an app that is being removed with all it has.
  insert into app_revisions (app_id, revision, changed_at)
  select id, 1, now() from apps where id = coalesce(after, before) ->> tg_argv[0]
  on conflict (app_id) do update set revision = app_revisions.revision + 1, changed_at = excluded.changed_at;
  return null;
end $$;

create trigger moves_revision after insert or update of schema or delete on entity_schemas
  for each row execute function move_app_revision('app_id', 'schema');
create trigger moves_revision after insert or update of revision on app_sources
  for each row execute function move_app_revision('app_id', 'revision');
create trigger moves_revision after insert or update of deployment_id or delete on functions
  for each row execute function move_app_revision('app_id', 'deployment_id');
create trigger moves_revision after insert or update of name or delete on app_secrets
  for each row execute function move_app_revision('app_id', 'name');
create trigger moves_revision after insert or update of active_revision_id or delete on sites
  for each row execute function move_app_revision('app_id', 'active_revision_id');
create trigger moves_revision
  after update of published_url, public_settings, static_code_enabled, dependency_scan_enabled on apps
  for each row execute function move_app_revision(
    'id', 'published_url', 'public_settings', 'static_code_enabled', 'dependency_scan_enabled');

-- The latest scan of each app.
create table security_scans (
  app_id          text primary key references apps on delete cascade,
  scan_id         text not null,
  status          text not null,
  started_by      text not null,
  result          json,
  scanner_version text,
  app_revision    bigint,
  progress        jsonb,
  error           text,
  worker          text,
  leased_until    timestamptz,
  tries           integer not null default 0,
  requested_at    timestamptz not null,
  completed_at    timestamptz
);
create index security_scans_under_way on security_scans (leased_until) where status in ('pending', 'scanning');

create table scan_history (
  id           text primary key,
  app_id       text not null references apps on delete cascade,
  status       text not null,
  started_by   text not null,
  counts       jsonb not null,
  new_count    integer not null,
  fixed_count  integer not null,
  error        text,
  requested_at timestamptz not null,
  completed_at timestamptz not null
);
create index scan_history_of_app on scan_history (app_id, completed_at desc, id desc);

create table ignored_findings (
  app_id       text not null references apps on delete cascade,
  fingerprint  text not null,
  finding_type text not null,
  file_path    text,
  title        text,
  reason       text,
  comment      text,
  expires_at   timestamptz,
  ignored_by   text,
  created_date timestamptz not null,
  primary key (app_id, fingerprint)
);
create index ignored_findings_of_app on ignored_findings (app_id, created_date desc, fingerprint desc);

create table scan_settings (
  app_id     text primary key references apps on delete cascade,
  on_publish boolean not null,
  nightly    boolean not null,
  mail       boolean not null
);
create index scan_settings_nightly on scan_settings (app_id) where nightly;

-- What a file or a function gave, so that only what changed is looked at again.
create table scan_cache (
  app_id   text not null references apps on delete cascade,
  key      text not null,
  findings json not null,
  primary key (app_id, key)
);
