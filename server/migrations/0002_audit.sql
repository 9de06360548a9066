-- Who did what, from where, to what. Rows are only ever added.
create table audit_log (
  id              text primary key,
  workspace_id    text not null references workspaces on delete cascade,
  created_date    timestamptz not null,
  action          text not null,
  actor_id        text,
  actor_email     text,
  credential_kind text,
  credential_id   text,
  address         text,
  request_id      text,
  app_id          text,
  target_type     text not null,
  target_id       text not null,
  detail          jsonb not null default '{}'
);
create index audit_by_date on audit_log (workspace_id, created_date desc, id desc);
create index audit_by_action on audit_log (workspace_id, action, created_date desc, id desc);
create index audit_by_actor on audit_log (workspace_id, actor_email, created_date desc, id desc);
create index audit_by_app on audit_log (workspace_id, app_id, created_date desc, id desc) where app_id is not null;
