-- The published front ends of apps. A revision never changes; the site names the one that visitors get, so that one
-- update of one row switches all of them.
create table sites (
  app_id            text primary key references apps on delete cascade,
  -- The name of the site as part of a host name.
  label             text not null unique,
  -- Null: nothing is published.
  active_revision_id text,
  -- The number of the newest revision there ever was.
  last_number       integer not null check (last_number >= 0),
  -- What was last written to the app as its published_url; an app that has another one was given it by hand.
  published_url     text,
  created_date      timestamptz not null
);

create table site_revisions (
  id           text primary key,
  app_id       text not null references sites on delete cascade,
  number       integer not null check (number > 0),
  -- What makes the address of the preview impossible to guess.
  preview_key  text not null,
  -- SHA-256 of all paths and contents: equal for revisions with the same files.
  content_hash text not null,
  file_count   integer not null check (file_count > 0),
  bytes        bigint not null check (bytes >= 0),
  message      text,
  created_by   text,
  created_date timestamptz not null,
  unique (app_id, number)
);
alter table sites
  add foreign key (active_revision_id) references site_revisions (id) on delete set null;

-- Contents by their SHA-256, once for all revisions and apps that have them; compressed forms only where they are smaller.
create table site_files (
  hash         text primary key check (hash ~ '^[0-9a-f]{64}$'),
  size         integer not null check (size >= 0),
  bytes        bytea not null,
  brotli       bytea,
  gzip         bytea,
  -- Sent again at this time, also when it was there already: what nobody refers to is kept for a while after it.
  sent_date    timestamptz not null
);
-- They are compressed already, and a part of a large one is read without the rest.
alter table site_files
  alter column bytes set storage external,
  alter column brotli set storage external,
  alter column gzip set storage external;

create table site_revision_files (
  revision_id  text not null references site_revisions on delete cascade,
  path         text not null,
  hash         text not null references site_files,
  content_type text not null,
  primary key (revision_id, path)
);
create index site_revision_files_by_hash on site_revision_files (hash);

-- Many may claim a domain, but only one can prove it.
create table site_domains (
  id            text primary key,
  app_id        text not null references sites on delete cascade,
  domain        text not null,
  proof         text not null,
  created_date  timestamptz not null,
  verified_date timestamptz,
  unique (app_id, domain)
);
create unique index site_domains_verified on site_domains (domain) where verified_date is not null;

-- All nodes drop what they remember of a site, whichever way its row was changed.
create function notify_site_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('sites', coalesce(new.app_id, old.app_id));
  return null;
end
$$;
create trigger sites_changed after insert or update or delete on sites
  for each row execute function notify_site_changed();
create trigger site_domains_changed after insert or update or delete on site_domains
  for each row execute function notify_site_changed();
