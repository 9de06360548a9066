-- Where an app's own pages may be, next to published_url: exact origins, http://localhost among them if its owner says so.
-- Links in mails lead to our pages for an app without an address, and for one whose own site has no such pages.
alter table apps
  add column allowed_origins  text[] not null default '{}' check (cardinality(allowed_origins) <= 20),
  add column allow_localhost  boolean not null default false,
  add column use_hosted_pages boolean not null default false;

-- A link that signs in is a proof of its own kind.
alter table app_user_proofs
  drop constraint app_user_proofs_purpose_check,
  add check (purpose in ('verify', 'reset', 'magic_link'));
drop index app_user_proofs_by_link;
create unique index app_user_proofs_by_link on app_user_proofs (proof) where purpose <> 'verify';
