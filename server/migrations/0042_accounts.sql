-- The accounts of people: how a session began, second factors, passkeys, and links for a new password.

-- A session is a credential; this is how it began. Sessions from before have no row.
create table sign_ins (
  session_id    text primary key references credentials on delete cascade,
  method        text not null check (method in ('password', 'passkey', 'openid', 'invitation')),
  second_factor text check (second_factor in ('totp', 'recovery_code', 'passkey')),
  address       text not null,
  user_agent    text not null,
  -- When the person last proved who they are; security settings ask for a recent proof.
  confirmed_at  timestamptz not null
);

-- A sign-in from a device that is not here is mailed to the person.
create table known_devices (
  user_id     text not null references users on delete cascade,
  device_hash bytea not null,
  last_seen   timestamptz not null,
  primary key (user_id, device_hash)
);

create table totp_factors (
  user_id        text primary key references users on delete cascade,
  sealed_secret  text not null,
  created_date   timestamptz not null,
  -- Null until a first code has shown that the other device has the secret.
  confirmed_date timestamptz,
  -- The time step of the last code that was used: no code works twice.
  last_step      bigint
);

create table recovery_codes (
  user_id   text not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Six digits can be guessed, so wrong ones are counted for each account.
create table second_factor_tries (
  user_id    text primary key references users on delete cascade,
  tries      integer not null,
  tries_from timestamptz not null
);

create table passkeys (
  id            text primary key,
  user_id       text not null references users on delete cascade,
  credential_id text not null unique,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  created_date  timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- Challenges are signed, so that only those that were used must be stored.
create table spent_challenges (
  challenge_hash bytea primary key,
  expires_at     timestamptz not null
);
create index spent_challenges_by_end on spent_challenges (expires_at);

create table password_resets (
  user_id    text primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  sends      integer not null default 1,
  sends_from timestamptz not null
);
create index password_resets_by_end on password_resets (expires_at);

-- Mail about an account belongs to the person, not to a workspace whose admins could read it.
alter table mails alter column workspace_id drop not null;
create index mails_of_accounts on mails (recipient, created_date) where workspace_id is null;
