-- The services that apps are connected to. An app has one connection for each connector.
create table connections (
  id                    text primary key,
  app_id                text not null references apps on delete cascade,
  integration_type      text not null,
  status                text not null check (status in ('active', 'disconnected', 'expired')),
  -- What was granted.
  scopes                text[] not null,
  -- Values of the connector's fields, without secret ones.
  connection_config     jsonb not null,
  -- What the service said along with the token or the consent, such as the address of an account.
  captured              jsonb not null,
  -- Encrypted: tokens and the values of secret fields. Null when there are none.
  credentials           text,
  -- The client id that the tokens were given to.
  client_id             text,
  token_expires_at      timestamptz,
  -- When the token is to be refreshed, or tried again; null when there is nothing to refresh.
  refresh_at            timestamptz,
  -- Who refreshes now, and until when that is believed.
  refresh_claim         text,
  refresh_claimed_until timestamptz,
  refresh_failures      integer not null default 0,
  refresh_failing_since timestamptz,
  last_error            text,
  account_name          text,
  user_email            text,
  connected_by          text,
  connected_at          timestamptz,
  created_date          timestamptz not null,
  updated_date          timestamptz not null,
  unique (app_id, integration_type),
  check (status <> 'active' or credentials is not null)
);
create index connections_due on connections (refresh_at) where status = 'active' and refresh_at is not null;

-- Connections that somebody started and has not approved yet, or did: what connectors.status reads.
create table connection_attempts (
  id                text primary key,
  app_id            text not null references apps on delete cascade,
  integration_type  text not null,
  user_id           text not null,
  scopes            text[] not null,
  connection_config jsonb not null,
  -- Encrypted: the PKCE verifier and the values of secret fields.
  sealed            text not null,
  client_id         text not null,
  status            text not null check (status in ('pending', 'exchanging', 'active', 'failed')),
  error             text,
  expires_at        timestamptz not null,
  created_date      timestamptz not null
);
create index connection_attempts_by_app on connection_attempts (app_id, integration_type, created_date desc);
create index connection_attempts_expired on connection_attempts (expires_at);

-- The client ids of workspaces at services.
create table connector_clients (
  id               text primary key,
  workspace_id     text not null references workspaces on delete cascade,
  integration_type text not null,
  client_id        text not null,
  -- Encrypted.
  client_secret    text,
  created_date     timestamptz not null,
  updated_date     timestamptz not null,
  unique (workspace_id, integration_type)
);

-- Connectors that workspaces added to the catalogue.
create table custom_connectors (
  id               text primary key,
  workspace_id     text not null references workspaces on delete cascade,
  integration_type text not null,
  definition       json not null,
  created_by       text,
  created_date     timestamptz not null,
  updated_date     timestamptz not null,
  unique (workspace_id, integration_type)
);

-- Calls to connected services, for some days, without what they carried.
create table connector_calls (
  id               text primary key,
  app_id           text not null references apps on delete cascade,
  integration_type text not null,
  method           text not null,
  path             text not null,
  status           integer,
  attempts         integer not null,
  duration_ms      integer not null,
  error_code       text,
  called_by        text not null check (called_by in ('person', 'app')),
  request_id       text not null,
  started_at       timestamptz not null
);
create index connector_calls_by_app on connector_calls (app_id, started_at desc, id desc);
create index connector_calls_by_type on connector_calls (app_id, integration_type, started_at desc, id desc);
create index connector_calls_started on connector_calls (started_at);
