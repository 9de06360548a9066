-- Repositories of apps, pull requests of local repositories, coding sessions and the app builder's chat.

create table local_repositories (
  id             text primary key,
  workspace_id   text not null references workspaces on delete cascade,
  full_name      text not null,
  default_branch text not null,
  created_date   timestamptz not null
);
create unique index local_repositories_by_name on local_repositories (workspace_id, lower(full_name));

create table local_pull_requests (
  repository_id text not null references local_repositories on delete cascade,
  number        integer not null,
  title         text not null,
  body          text not null,
  state         text not null check (state in ('open', 'merged', 'closed')),
  base_branch   text not null,
  head_branch   text not null,
  -- Where its branches were when it was last looked at while open, and the figures between them.
  base_sha      text not null,
  head_sha      text not null,
  commits       integer not null,
  changed_files integer not null,
  additions     integer not null,
  deletions     integer not null,
  is_mergeable  boolean not null,
  -- What the base branch is about to move to, or has moved to.
  merge_commit  text,
  author        text,
  created_date  timestamptz not null,
  merged_at     timestamptz,
  primary key (repository_id, number)
);
create unique index local_pull_requests_open on local_pull_requests (repository_id, head_branch) where state = 'open';

create table local_comments (
  id            text primary key,
  repository_id text not null,
  number        integer not null,
  author        text,
  body          text not null,
  created_date  timestamptz not null,
  foreign key (repository_id, number) references local_pull_requests on delete cascade
);
create index local_comments_of_pull_request on local_comments (repository_id, number, id);

create table repositories (
  app_id          text primary key references apps on delete cascade,
  provider        text not null check (provider in ('local', 'github', 'gitlab', 'gitea')),
  full_name       text not null,
  base_branch     text not null,
  base_url        text,
  -- Encrypted.
  access_token    text,
  web_url         text,
  clone_url       text not null,
  connected_by_id text,
  connected_date  timestamptz not null,
  synced_commit   text,
  synced_date     timestamptz
);
create index repositories_by_name on repositories (provider, lower(full_name));

create table coding_sessions (
  id                            text primary key,
  app_id                        text not null references apps on delete cascade,
  user_id                       text not null,
  launch_key                    text,
  input_hash                    text,
  client_reference              text,
  state                         text not null check (state in ('queued', 'running', 'opening_pull_request', 'needs_input',
                                  'completed', 'failed', 'cancelling', 'cancelled')),
  title                         text not null,
  prompt                        text not null,
  existing_branch               text,
  source_ref                    text,
  pull_request_body             text,
  commit_message                text,
  expected_repository_full_name text,
  provider                      text not null,
  repository_full_name          text not null,
  base_branch                   text not null,
  message_id                    text,
  branch_id                     text,
  branch_name                   text,
  -- Where the branch was when the present pass began, and where the work was last pushed to.
  start_commit                  text,
  pushed_commit                 text,
  -- What is being pushed: after a crash it shows whether that arrived.
  pushing_commit                text,
  session_url                   text,
  pull_request                  jsonb,
  error_code                    text,
  error_message                 text,
  input_request_id              text,
  outcome                       text check (outcome in ('pull_request', 'answer')),
  summary                       text check (char_length(summary) <= 10000),
  plan                          jsonb not null,
  step_count                    integer not null default 0,
  -- Of the present pass.
  pass_steps                    integer not null default 0,
  pass_started_at               timestamptz,
  -- Null: the person who launched it.
  paid_by_id                    text,
  input_tokens                  bigint not null default 0,
  output_tokens                 bigint not null default 0,
  cost_micros                   bigint not null default 0,
  last_seq                      integer not null default 0,
  worker                        text,
  leased_until                  timestamptz,
  tries                         integer not null default 0,
  created_date                  timestamptz not null,
  updated_date                  timestamptz not null,
  completed_at                  timestamptz,
  check ((state in ('completed', 'failed', 'cancelled')) = (completed_at is not null)),
  check ((state = 'needs_input') = (input_request_id is not null))
);
create index coding_sessions_of_app on coding_sessions (app_id, id desc);
create unique index coding_sessions_by_key on coding_sessions (app_id, user_id, launch_key) where launch_key is not null;
create index coding_sessions_by_reference on coding_sessions (app_id, client_reference, id desc) where client_reference is not null;
create index coding_sessions_open on coding_sessions (created_date, id)
  where state in ('queued', 'running', 'opening_pull_request', 'needs_input', 'cancelling');
create index coding_sessions_open_of_app on coding_sessions (app_id)
  where state in ('queued', 'running', 'opening_pull_request', 'needs_input', 'cancelling');
create index coding_sessions_ended on coding_sessions (completed_at) where completed_at is not null;
-- One session at a time works on a branch.
create unique index coding_sessions_on_branch on coding_sessions (app_id, branch_name)
  where state in ('running', 'opening_pull_request', 'needs_input', 'cancelling') and branch_name is not null;
create index coding_sessions_of_pull_request
  on coding_sessions (provider, lower(repository_full_name), (pull_request->>'number'))
  where pull_request is not null;

create table coding_session_events (
  session_id   text not null references coding_sessions on delete cascade,
  seq          integer not null,
  type         text not null,
  data         json not null,
  created_date timestamptz not null,
  primary key (session_id, seq)
);

create table coding_input_requests (
  id          text primary key,
  session_id  text not null references coding_sessions on delete cascade,
  kind        text not null check (kind in ('question', 'approval')),
  prompt      text not null,
  questions   json not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);
create index coding_input_requests_of_session on coding_input_requests (session_id);

create table coding_messages (
  id               text primary key,
  session_id       text not null references coding_sessions on delete cascade,
  user_id          text not null,
  message_key      text not null,
  input_hash       text not null,
  state            text not null check (state in ('waiting', 'delivered', 'interrupted')),
  text             text,
  answers          json not null,
  approve          boolean,
  input_request_id text,
  created_date     timestamptz not null,
  delivered_at     timestamptz
);
create unique index coding_messages_by_key on coding_messages (session_id, user_id, message_key);
create index coding_messages_waiting on coding_messages (session_id, id) where state = 'waiting';

create table chat_messages (
  id           text primary key,
  app_id       text not null references apps on delete cascade,
  user_id      text not null,
  text         text not null,
  state        text not null check (state in ('queued', 'running', 'completed', 'failed')),
  error_code   text,
  error_message text,
  reply        text,
  files        json not null,
  entities     jsonb not null,
  revision_id  text,
  preview_url  text,
  -- What the turn did, so that one whose server was lost is not done twice.
  turns        json not null,
  -- Of the app's own code: where the turn began, and what its changes made of it once they are stored.
  base_revision    bigint,
  applied_revision bigint,
  worker       text,
  leased_until timestamptz,
  tries        integer not null default 0,
  created_date timestamptz not null,
  completed_at timestamptz
);
create index chat_messages_of_app on chat_messages (app_id, id desc);
create unique index chat_messages_open on chat_messages (app_id) where state in ('queued', 'running');
create index chat_messages_ended on chat_messages (completed_at) where completed_at is not null;
create index chat_messages_under_way on chat_messages (leased_until) where state in ('queued', 'running');

-- A preview is no revision that visitors had: it counts and goes by itself.
alter table site_revisions add column is_preview boolean not null default false;

alter table credit_uses drop constraint credit_uses_kind_check,
  add constraint credit_uses_kind_check
    check (kind in ('agent_message', 'generation', 'analysis', 'test_run', 'coding_session', 'chat_turn'));
