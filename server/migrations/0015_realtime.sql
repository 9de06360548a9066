-- Who listens to what, on which node, so that whoever changes something knows whether anybody wants to hear of it.
-- Unlogged: after a crash of the database every node tells anew.
create unlogged table realtime_nodes (
  id    text primary key,
  until timestamptz not null
);

create unlogged table realtime_interests (
  node_id text not null references realtime_nodes on delete cascade,
  room    text not null,
  primary key (node_id, room)
);

-- What is too long for a notification waits here until the other nodes have read it.
create unlogged table realtime_messages (
  id           text primary key,
  body         text not null,
  created_date timestamptz not null default now()
);
create index realtime_messages_by_date on realtime_messages (created_date);

-- Listeners are judged anew when what an app lets them see may have changed, whichever way the row was changed. The
-- notification names the person or the app.
create function tell_access_of_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('app_access', coalesce(new.user_id, old.user_id));
  return null;
end
$$;

create function tell_access_of_app() returns trigger language plpgsql as $$
begin
  perform pg_notify('app_access', new.id);
  return null;
end
$$;

create trigger collaborators_told after insert or update or delete on collaborators
  for each row execute function tell_access_of_person();

create trigger app_users_told after insert or delete or update of role, data, email, verified_date, invited_date
  on app_users for each row execute function tell_access_of_person();

create trigger apps_told after update of public_settings, hide_authorship, deleted_at, workspace_id on apps
  for each row execute function tell_access_of_app();
