-- Paths that could not be read, and are not in the backup: such a backup is incomplete.
alter table backups add column left_out integer not null default 0 check (left_out >= 0);
