-- An agent is an app of kind agent; this is what only agents have.
create table agents (
  app_id       text primary key references apps on delete cascade,
  instructions text not null default ''
);

-- Agents inside an app, as its builder configures them.
create table app_agents (
  app_id       text not null references apps on delete cascade,
  name         text not null,
  description  text not null default '',
  instructions text not null default '',
  tool_configs jsonb not null default '[]',
  extra        jsonb not null default '{}',
  created_date timestamptz not null,
  updated_date timestamptz not null,
  primary key (app_id, name)
);

-- agent_name is '' for a conversation with the agent that the app itself is.
create table conversations (
  id           text primary key,
  app_id       text not null references apps on delete cascade,
  agent_name   text not null default '',
  user_id      text not null,
  metadata     jsonb not null default '{}',
  created_date timestamptz not null,
  updated_date timestamptz not null
);
create unique index conversations_main on conversations (app_id, user_id) where agent_name = '';
create index conversations_of_user on conversations (app_id, user_id, created_date desc, id desc);

create table messages (
  id              text primary key,
  seq             bigint generated always as identity,
  conversation_id text not null references conversations on delete cascade,
  role            text not null check (role in ('user', 'assistant', 'system')),
  content         text not null,
  file_urls       text[] not null default '{}',
  status          text not null check (status in ('completed', 'failed')),
  -- Of a reply: the message it answers.
  reply_to        text,
  created_date    timestamptz not null
);
create index messages_of_conversation on messages (conversation_id, seq desc);
create unique index messages_reply on messages (reply_to) where reply_to is not null;

-- One row a keyed request: a repeat finds the first and its reply. The lease says who is answering.
create table message_requests (
  conversation_id text not null references conversations on delete cascade,
  idempotency_key text not null,
  fingerprint     bytea not null,
  message_id      text not null,
  reply_id        text,
  lease_until     timestamptz not null,
  created_date    timestamptz not null,
  primary key (conversation_id, idempotency_key)
);
create index message_requests_old on message_requests (created_date);

create table model_usage (
  id            bigint generated always as identity primary key,
  workspace_id  text not null references workspaces on delete cascade,
  app_id        text,
  user_id       text,
  feature       text not null,
  model         text not null,
  input_tokens  integer not null,
  output_tokens integer not null,
  created_date  timestamptz not null
);
create index model_usage_by_date on model_usage (workspace_id, created_date);
