-- Backups of the installation, as its console shows them. Where they lie is a setting, and never a row.
create table backups (
  id text primary key,
  kind text not null check (kind in ('copy', 'dump')),
  status text not null check (status in ('running', 'completed', 'failed')),
  started_at timestamptz not null,
  completed_at timestamptz,
  bytes bigint,
  error text,
  -- Where the log that follows it is kept.
  line text,
  verified_at timestamptz,
  verification text check (verification in ('passed', 'failed')),
  check (status = 'running' or completed_at is not null)
);
create index backups_by_time on backups (started_at desc, id desc);
create index backups_running on backups (id) where status = 'running';

-- How far the log of the database has been copied.
create table backup_lines (
  line text primary key,
  archived_until timestamptz not null
);
