-- Sign-in by OpenID Connect: of the people of a workspace by its own provider, and of the users of an app.

-- One provider for each workspace.
create table workspace_openid (
  workspace_id      text primary key references workspaces on delete cascade,
  name              text not null,
  issuer            text not null,
  client_id         text not null,
  -- Encrypted.
  client_secret     text,
  joins_by_sign_in  boolean not null,
  join_role         text not null check (join_role in ('editor', 'viewer', 'guest')),
  refuses_passwords boolean not null,
  created_date      timestamptz not null,
  updated_date      timestamptz not null
);

-- The provider vouches for emails of these, once they are proved by a DNS record. Proved is a domain for one workspace.
create table sign_in_domains (
  workspace_id  text not null references workspace_openid on delete cascade,
  domain        text not null check (domain = lower(domain)),
  proof         text not null,
  verified_date timestamptz,
  primary key (workspace_id, domain)
);
create unique index sign_in_domains_proved on sign_in_domains (domain) where verified_date is not null;

-- Who an account is at the provider of a workspace. The subject of a person never changes; their email may.
create table sign_in_identities (
  workspace_id text not null references workspace_openid on delete cascade,
  subject      text not null,
  user_id      text not null references users on delete cascade,
  created_date timestamptz not null,
  primary key (workspace_id, subject),
  unique (workspace_id, user_id)
);
create index sign_in_identities_of_user on sign_in_identities (user_id);

create table app_providers (
  id            text not null unique,
  app_id        text not null references apps on delete cascade,
  provider      text not null,
  kind          text not null check (kind in ('google', 'github', 'openid')),
  name          text not null,
  issuer        text not null,
  client_id     text not null,
  -- Encrypted.
  client_secret text,
  is_enabled    boolean not null,
  created_date  timestamptz not null,
  updated_date  timestamptz not null,
  primary key (app_id, provider)
);

-- Who a user of an app is at a provider of the app.
create table app_user_identities (
  app_id       text not null,
  provider     text not null,
  subject      text not null,
  user_id      text not null,
  created_date timestamptz not null,
  primary key (app_id, provider, subject),
  unique (app_id, user_id, provider),
  foreign key (app_id, provider) references app_providers on delete cascade,
  foreign key (app_id, user_id) references app_users on delete cascade
);

-- Sign-ins that were started and did not come back yet. Of the state and of the cookie of the browser the SHA-256 is
-- kept; the row is deleted by the first who brings both.
create table sign_in_attempts (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  workspace_id text references workspace_openid on delete cascade,
  app_id       text,
  provider     text,
  -- A page of the console, or an address of the app.
  return_to    text not null,
  client_state text,
  expires_at   timestamptz not null,
  foreign key (app_id, provider) references app_providers on delete cascade,
  check ((workspace_id is null) = (app_id is not null))
);
create index sign_in_attempts_expiring on sign_in_attempts (expires_at);
create index sign_in_attempts_of_workspace on sign_in_attempts (workspace_id) where workspace_id is not null;
create index sign_in_attempts_of_provider on sign_in_attempts (app_id, provider) where app_id is not null;
