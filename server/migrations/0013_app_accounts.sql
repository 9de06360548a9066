-- The people of an app: members of its workspace, and its own end users. One table, so that one look gives what the
-- app's rules see of a caller, whichever of the two they are. An own user has an email here; a member has theirs in users.
alter table app_users
  drop constraint app_users_user_id_fkey,
  add column email         text check (email = lower(email)),
  add column full_name     text not null default '',
  add column password_hash text,
  add column verified_date timestamptz,
  add column invited_date  timestamptz,
  -- Two passwords were sent for one email before it was verified: nobody knows whose is whose.
  add column is_contested  boolean not null default false,
  add column member_id     text generated always as (case when email is null then user_id end) stored
                           references users on delete cascade,
  add check (email is not null or (password_hash is null and verified_date is null and invited_date is null));
drop index app_users_of_user;
create index app_users_of_member on app_users (member_id) where member_id is not null;
create unique index app_users_by_email on app_users (app_id, email) where email is not null;
create index app_users_by_date on app_users (app_id, created_date, user_id);
create index app_users_unverified on app_users (updated_date)
  where email is not null and verified_date is null and invited_date is null;

-- What was mailed to prove that an email is theirs: a short code, of which a keyed mark is kept, or a link, of which
-- the SHA-256 is kept. A newer one takes the place of the older.
create table app_user_proofs (
  app_id       text not null,
  user_id      text not null,
  purpose      text not null check (purpose in ('verify', 'reset')),
  proof        text not null,
  tries        integer not null default 0,
  expires_at   timestamptz not null,
  sends        integer not null default 1,
  sends_from   timestamptz not null,
  primary key (app_id, user_id, purpose),
  foreign key (app_id, user_id) references app_users on delete cascade
);
create unique index app_user_proofs_by_link on app_user_proofs (proof) where purpose = 'reset';
create index app_user_proofs_expiring on app_user_proofs (expires_at);

-- Sessions in one app, of its own users or of members; user_id is filled for members only.
alter table credentials
  add column app_id      text references apps on delete cascade,
  add column app_user_id text,
  add foreign key (app_id, app_user_id) references app_users on delete cascade,
  drop constraint credentials_kind_check,
  drop constraint credentials_check,
  add check (kind in ('session', 'personal_token', 'api_key', 'workspace_key', 'app_session')),
  add check ((kind = 'app_session') = (app_id is not null) and (app_id is null) = (app_user_id is null)),
  add check (kind = 'app_session' or (kind = 'workspace_key') = (user_id is null)),
  add check (kind <> 'app_session' or expires_at is not null);
create index credentials_of_app_user on credentials (app_id, app_user_id) where app_id is not null;
