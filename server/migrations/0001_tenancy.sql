-- Who there is, what they belong to, and what lets them in.

create table users (
  id            text primary key,
  email         text not null unique check (email = lower(email)),
  full_name     text not null default '',
  password_hash text,
  created_date  timestamptz not null default date_trunc('milliseconds', now())
);

create table workspaces (
  id                          text primary key,
  name                        text not null,
  plan                        text not null default 'free'
                              check (plan in ('free', 'starter', 'builder', 'pro', 'business', 'enterprise')),
  monthly_limit               numeric check (monthly_limit >= 0),
  default_member_credit_limit numeric check (default_member_credit_limit >= 0),
  billing_hold                boolean not null default false,
  billing_country             text,
  payment_method              text not null default 'ok' check (payment_method in ('ok', 'none', 'unreachable')),
  rate_limits                 jsonb not null default '{}',
  created_date                timestamptz not null default date_trunc('milliseconds', now())
);

-- Members and invitations are one directory: an invitation is a member who has not joined.
create table members (
  workspace_id  text not null references workspaces on delete cascade,
  email         text not null check (email = lower(email)),
  user_id       text references users on delete cascade,
  full_name     text not null default '',
  role          text not null check (role in ('owner', 'admin', 'editor', 'viewer', 'guest')),
  status        text not null check (status in ('joined', 'pending', 'expired')),
  access_state  text not null check (access_state in ('active', 'suspended', 'invited', 'invite_expired')),
  assigned_via  text not null check (assigned_via in ('direct', 'invitation', 'group', 'sso')),
  credit_limit  numeric check (credit_limit >= 0),
  credits_used  numeric not null default 0 check (credits_used >= 0),
  last_active   timestamptz,
  last_seen     timestamptz,
  agents_owned  integer not null default 0,
  agents_shared integer not null default 0,
  apps_owned    integer not null default 0,
  apps_shared   integer not null default 0,
  joined_date   timestamptz,
  created_date  timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, email),
  check ((status = 'joined') = (user_id is not null))
);
create unique index members_by_user on members (user_id, workspace_id) where user_id is not null;

create table apps (
  id                      text primary key,
  workspace_id            text not null references workspaces on delete cascade,
  owner_id                text not null references users,
  name                    text not null,
  kind                    text not null check (kind in ('app', 'agent')),
  user_description        text,
  logo_url                text,
  published_url           text,
  public_settings         text not null default 'private_with_login'
                          check (public_settings in ('private_with_login', 'workspace_with_login',
                                                     'public_with_login', 'public_without_login')),
  hide_authorship         boolean not null default false,
  static_code_enabled     boolean not null default true,
  dependency_scan_enabled boolean not null default true,
  created_date            timestamptz not null default date_trunc('milliseconds', now()),
  updated_date            timestamptz not null default date_trunc('milliseconds', now()),
  deleted_at              timestamptz
);
create index apps_by_created on apps (workspace_id, created_date, id) where deleted_at is null;
create index apps_by_updated on apps (workspace_id, updated_date, id) where deleted_at is null;
create index apps_by_name on apps (workspace_id, name, id) where deleted_at is null;
create index apps_deleted on apps (deleted_at) where deleted_at is not null;

create table collaborators (
  app_id       text not null references apps on delete cascade,
  user_id      text not null references users on delete cascade,
  role         text not null check (role in ('editor', 'viewer')),
  created_date timestamptz not null default date_trunc('milliseconds', now()),
  primary key (app_id, user_id)
);
create index collaborators_by_user on collaborators (user_id);

-- Only the SHA-256 of a secret is kept.
create table credentials (
  id           text primary key,
  kind         text not null check (kind in ('session', 'personal_token', 'api_key', 'workspace_key')),
  secret_hash  bytea not null unique,
  user_id      text references users on delete cascade,
  workspace_id text references workspaces on delete cascade,
  permission   text not null default 'full_access' check (permission in ('read_only', 'full_access')),
  app_ids      text[],
  name         text not null default '',
  created_date timestamptz not null default date_trunc('milliseconds', now()),
  expires_at   timestamptz,
  disabled_at  timestamptz,
  last_used_at timestamptz,
  check ((kind = 'workspace_key') = (user_id is null)),
  check ((kind in ('personal_token', 'workspace_key')) = (workspace_id is not null))
);
create index credentials_of_workspace on credentials (workspace_id, created_date desc, id desc)
  where kind = 'personal_token';
create index credentials_of_user on credentials (user_id);
create index credentials_expiring on credentials (expires_at) where expires_at is not null;
