-- The code of apps. The files lie in git repositories; these rows say which commit is the newest one and what it holds.
-- A commit counts from the moment its row does: one that was written and has no row was never made.
create table app_sources (
  app_id        text primary key references apps on delete cascade,
  revision      bigint not null check (revision >= 0),
  commit_id     text not null,
  files         integer not null check (files >= 0),
  bytes         bigint not null check (bytes >= 0),
  -- Moves when objects are removed: a commit whose objects were written before that must be written again.
  epoch         integer not null default 0,
  -- What was written since the last look for objects to remove.
  unswept_bytes bigint not null default 0,
  is_deleted    boolean not null default false
);

create table app_source_files (
  app_id       text not null references app_sources on delete cascade,
  path         text collate "C" not null,
  -- The path without the difference of letters that some disks do not make.
  folded       text collate "C" not null,
  blob_id      text not null,
  size         integer not null check (size >= 0),
  revision     bigint not null,
  commit_id    text not null,
  updated_date timestamptz not null,
  primary key (app_id, path)
);
create unique index app_source_files_folded on app_source_files (app_id, folded);
