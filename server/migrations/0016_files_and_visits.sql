-- Files of apps. The bytes lie in the file storage under app_id/key. `arriving`: the bytes are on their way, or never
-- came; `deleted`: they are still to be removed. No foreign key to apps: a row must outlive its app until the bytes are gone.
create table files (
  id           text primary key,
  app_id       text not null,
  key          text not null,
  visibility   text not null check (visibility in ('public', 'private')),
  status       text not null check (status in ('arriving', 'stored', 'deleted')),
  name         text not null,
  content_type text not null,
  size         bigint not null default 0 check (size >= 0),
  created_by   text,
  created_date timestamptz not null
);
create unique index files_by_key on files (app_id, key);
create index files_of_app on files (app_id, created_date desc, id desc) where status = 'stored';
create index files_to_remove on files (status, created_date) where status <> 'stored';

-- How many bytes the stored files of an app are together.
create table file_totals (
  app_id text primary key,
  bytes  bigint not null check (bytes >= 0)
);

-- The name that a mail's sender wants to be shown under; null for the usual one.
alter table mails add column from_name text;

-- Who looked at which page of an app, in minutes: what somebody does again within a minute is counted in one row.
create table app_visits (
  id           text not null,
  app_id       text not null references apps on delete cascade,
  page         text not null,
  user_id      text,
  user_email   text,
  visits       integer not null check (visits > 0),
  created_date timestamptz not null,
  primary key (app_id, created_date, id)
);
create index app_visits_by_page on app_visits (app_id, page, created_date, id);
create index app_visits_by_user on app_visits (app_id, user_id, created_date, id) where user_id is not null;
create index app_visits_old on app_visits using brin (created_date);
