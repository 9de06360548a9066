-- Members that are programs, and the former versions of agents.

-- One of these never signs in.
alter table users add column is_service boolean not null default false;

-- A service account has a membership, so that access, roles, limits and credits are those of any member. It is no
-- person: the list of members, its numbers and its search pass it over.
alter table members add column is_service boolean not null default false;

create table service_accounts (
  user_id      text primary key references users on delete cascade,
  workspace_id text not null references workspaces on delete cascade,
  name         text not null,
  description  text not null default '',
  app_ids      text[],
  created_by   text,
  created_date timestamptz not null,
  updated_date timestamptz not null
);
create index service_accounts_of_workspace on service_accounts (workspace_id, created_date desc, user_id desc);

create or replace function note_members_added() returns trigger language plpgsql as $$
begin
  insert into member_lists as l (workspace_id) select distinct workspace_id from added order by workspace_id
    on conflict (workspace_id) do update set epoch = l.epoch + 1;
  insert into member_numbers as n (workspace_id, default_rank, number)
    select workspace_id, default_rank, count(*) from added where not is_service group by 1, 2 order by 1, 2
    on conflict (workspace_id, default_rank) do update set number = n.number + excluded.number;
  insert into member_search (member_id, workspace_id, search_text)
    select id, workspace_id, member_search_text(email, full_name, role, status) from added where not is_service;
  update member_activity a set changed = true from added
   where a.workspace_id = added.workspace_id and a.user_id = added.user_id;
  return null;
end $$;

create or replace function note_members_removed() returns trigger language plpgsql as $$
begin
  perform from member_lists where workspace_id in (select workspace_id from removed)
    order by workspace_id for update;
  update member_lists set epoch = epoch + 1 where workspace_id in (select workspace_id from removed);
  update member_numbers n set number = n.number - gone.number
    from (select workspace_id, default_rank, count(*) as number from removed where not is_service
           group by 1, 2) as gone
   where (n.workspace_id, n.default_rank) = (gone.workspace_id, gone.default_rank);
  delete from member_search where member_id in (select id from removed);
  return null;
end $$;

create or replace function note_members_changed() returns trigger language plpgsql as $$
begin
  if not exists (
    select from added a join removed r using (id)
     where (a.user_id, a.email, a.full_name, a.default_rank, a.access_state, a.assigned_via, a.credit_limit)
           is distinct from
           (r.user_id, r.email, r.full_name, r.default_rank, r.access_state, r.assigned_via, r.credit_limit))
  then
    return null;
  end if;
  perform from member_lists where workspace_id in (select workspace_id from added)
    order by workspace_id for update;
  update member_lists set epoch = epoch + 1 where workspace_id in (select workspace_id from added);
  insert into member_numbers as n (workspace_id, default_rank, number)
    select workspace_id, default_rank, sum(one)
      from (select workspace_id, default_rank, 1 as one from added where not is_service
            union all select workspace_id, default_rank, -1 from removed where not is_service) as moves
     group by 1, 2 having sum(one) <> 0 order by 1, 2
    on conflict (workspace_id, default_rank) do update set number = n.number + excluded.number;
  update member_search s set search_text = member_search_text(a.email, a.full_name, a.role, a.status)
    from added a join removed r using (id)
   where s.member_id = a.id
     and (a.email, a.full_name, a.default_rank) <> (r.email, r.full_name, r.default_rank);
  update member_activity y set changed = true from added a join removed r using (id)
   where y.workspace_id = a.workspace_id and y.user_id = a.user_id and a.user_id is distinct from r.user_id;
  return null;
end $$;

-- Every state of an agent that somebody saved, the current one too; the newest 100 are kept.
create table agent_versions (
  app_id       text not null references apps on delete cascade,
  version      integer not null,
  name         text not null,
  description  text,
  logo_url     text,
  instructions text not null,
  -- Null where it was not seen who made it: before there were versions, or by a change of the app.
  created_by   text,
  created_date timestamptz not null,
  primary key (app_id, version)
);
