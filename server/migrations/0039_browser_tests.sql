-- Automated tests of apps in a browser: the tests, their runs with evidence, and recordings.

create table test_flows (
  id              text primary key,
  app_id          text not null references apps on delete cascade,
  name            text not null,
  goal            text not null,
  steps           json not null,
  -- Lists say it without a look at the steps, which may be long.
  step_count      integer not null generated always as (json_array_length(steps)) stored,
  role            text,
  start_url       text,
  allowed_hosts   jsonb not null,
  schedule        jsonb,
  on_publish      boolean not null,
  next_run_at     timestamptz,
  timeout_seconds integer not null,
  created_by_id   text,
  created_date    timestamptz not null,
  updated_date    timestamptz not null
);
create index test_flows_of_app on test_flows (app_id, id desc);
create index test_flows_due on test_flows (next_run_at) where next_run_at is not null;
create index test_flows_on_publish on test_flows (app_id) where on_publish;

-- What a step in words was understood as, so that later runs need no model.
create table flow_actions (
  flow_id     text not null references test_flows on delete cascade,
  step_id     text not null,
  instruction text not null,
  action      jsonb not null,
  updated_at  timestamptz not null,
  primary key (flow_id, step_id)
);

-- Runs outlive their test: no key leads to it.
create table test_executions (
  id                  text primary key,
  app_id              text not null references apps on delete cascade,
  flow_id             text not null,
  flow_name           text not null,
  flow                json not null,
  -- Says whether two runs went by the same test, without a look at what it was.
  flow_hash           text not null generated always as (md5(flow::text)) stored,
  status              text not null,
  trigger             text not null,
  started_by          text,
  paid_by_id          text,
  start_url           text,
  app_revision        bigint,
  error               jsonb,
  cancel_reason       text,
  cancel_requested_at timestamptz,
  worker              text,
  leased_until        timestamptz,
  tries               integer not null default 0,
  test_user_id        text,
  report              json,
  created_date        timestamptz not null,
  started_at          timestamptz,
  completed_at        timestamptz
);
create index test_executions_of_app on test_executions (app_id, id desc);
create index test_executions_of_flow on test_executions (flow_id, id desc);
create index test_executions_with_user on test_executions (id) where test_user_id is not null;
create index test_executions_ended on test_executions (completed_at) where completed_at is not null;
create unique index test_executions_open on test_executions (flow_id) where status in ('queued', 'running');
create index test_executions_under_way on test_executions (leased_until) where status in ('queued', 'running');

create table test_run_steps (
  execution_id    text not null references test_executions on delete cascade,
  seq             integer not null,
  id              text not null,
  kind            text not null,
  instruction     text not null,
  status          text not null,
  resolved_by     text,
  performed       jsonb,
  healed          jsonb,
  extracted       text,
  url             text,
  error           jsonb,
  console_errors  jsonb not null,
  failed_requests jsonb not null,
  screenshot_id   text,
  snapshot_id     text,
  started_at      timestamptz,
  completed_at    timestamptz,
  primary key (execution_id, seq)
);
create index test_run_steps_noted on test_run_steps (execution_id) where status = 'failed' or healed is not null;

create table test_artifacts (
  id           text primary key,
  app_id       text not null references apps on delete cascade,
  execution_id text not null references test_executions on delete cascade,
  kind         text not null,
  step_id      text,
  content_type text not null,
  bytes        integer not null,
  storage_key  text not null,
  created_date timestamptz not null
);
create index test_artifacts_of_app on test_artifacts (app_id, id);
create index test_artifacts_of_run on test_artifacts (execution_id, id);
create index test_artifacts_by_age on test_artifacts (created_date);

create table test_recordings (
  id            text primary key,
  app_id        text not null references apps on delete cascade,
  key_hash      bytea not null unique,
  status        text not null,
  actions       json not null,
  created_by_id text,
  created_date  timestamptz not null,
  expires_at    timestamptz not null
);
create index test_recordings_of_app on test_recordings (app_id, created_date desc);
create index test_recordings_by_end on test_recordings (expires_at);

-- Users that runs of tests made, to be removed when their run has ended.
alter table app_users add column is_test boolean not null default false;
create index app_users_of_tests on app_users (created_date) where is_test;

alter table credit_uses drop constraint credit_uses_kind_check,
  add constraint credit_uses_kind_check check (kind in ('agent_message', 'generation', 'analysis', 'test_run'));
