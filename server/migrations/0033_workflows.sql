create table workflows (
  id            text primary key,
  app_id        text not null references apps on delete cascade,
  name          text not null,
  description   text,
  status        text not null check (status in ('active', 'inactive')),
  trigger       jsonb not null,
  version       integer not null check (version > 0),
  -- Of those with a secret address: it is found by its hash, and shown to editors.
  hook_hash     bytea unique,
  hook_token    text,
  -- Of those with a schedule, while they are active.
  next_run_at   timestamptz,
  archived_at   timestamptz,
  created_date  timestamptz not null,
  updated_date  timestamptz not null,
  check ((hook_hash is null) = (hook_token is null))
);
create index workflows_of on workflows (app_id, id desc) where archived_at is null;
create index workflows_due on workflows (next_run_at) where next_run_at is not null;

-- What a workflow does. A version never changes.
create table workflow_versions (
  workflow_id   text not null references workflows on delete cascade,
  version       integer not null,
  definition    json not null,
  created_by    text,
  created_date  timestamptz not null,
  primary key (workflow_id, version)
);

-- The servers that carry out runs. One that was not seen for a while is dead: its runs are others'.
create table workflow_workers (
  id      text primary key,
  seen_at timestamptz not null
);

create table workflow_runs (
  id                  text primary key,
  app_id              text not null references apps on delete cascade,
  workflow_id         text not null references workflows on delete cascade,
  version             integer not null,
  status              text not null
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled')),
  trigger_type        text not null
    check (trigger_type in ('entity', 'schedule', 'webhook', 'app_publish', 'manual')),
  input               json,
  output              json,
  error               jsonb,
  is_test_run         boolean not null default false,
  -- How many runs and calls led to this one.
  depth               integer not null default 0,
  replay_of_run_id    text,
  -- Who carries it out at this moment; only they may write it.
  worker              text,
  -- When somebody has to look at it next; null while it is nobody's turn.
  wake_at             timestamptz,
  explanation         text,
  explained_at        timestamptz,
  created_date        timestamptz not null,
  started_at          timestamptz,
  completed_at        timestamptz
) with (fillfactor = 80);
create index workflow_runs_of on workflow_runs (workflow_id, id desc);
create index workflow_runs_of_app on workflow_runs (app_id, id desc);
create index workflow_runs_of_status on workflow_runs (workflow_id, status, id desc);
create index workflow_runs_of_app_status on workflow_runs (app_id, status, id desc);
create index workflow_runs_due on workflow_runs (wake_at) where wake_at is not null;
create index workflow_runs_held on workflow_runs (worker) where worker is not null;
create index workflow_runs_old on workflow_runs using brin (completed_at);

-- What a run did. A finished step is never carried out again.
create table workflow_run_steps (
  run_id        text not null references workflow_runs on delete cascade,
  -- Its place in the definition, with the rounds of loops.
  id            text collate "C" not null,
  attempt       integer not null,
  -- In the order in which they began.
  seq           integer not null,
  app_id        text not null,
  name          text not null,
  type          text not null,
  status        text not null
    check (status in ('running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled')),
  input         json,
  output        json,
  -- What `$context` is after it, where the step changes it.
  context       json,
  error         jsonb,
  -- Where it goes on, if not with the next one of its list.
  next          text,
  -- Of one that waits: until when, or for what.
  due_at        timestamptz,
  listens_to    text,
  started_at    timestamptz not null,
  completed_at  timestamptz,
  primary key (run_id, id, attempt)
);
create index workflow_run_steps_listening on workflow_run_steps (app_id, listens_to)
  where listens_to is not null and status = 'waiting';
