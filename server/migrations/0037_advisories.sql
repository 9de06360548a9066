-- What is known to be wrong with versions of npm packages, from OSV files that an operator imported. A withdrawn one
-- stays, so that an older file does not bring it back.

create table advisories (
  package_name     text not null,
  id               text not null,
  aliases          text[] not null,
  title            text not null,
  severity         text not null,
  cvss_score       numeric,
  vulnerable_range text not null,
  cwe              text[] not null,
  reference_urls   text[] not null,
  withdrawn_at     timestamptz,
  modified_at      timestamptz not null,
  imported_at      timestamptz not null,
  primary key (package_name, id)
);
create index advisories_by_id on advisories (id, modified_at);
create index advisories_imported on advisories (imported_at);
