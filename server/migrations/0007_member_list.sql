-- The members list at any size: a short id for each row, its orders as indexes, its search, its numbers.

-- One form for all spellings that differ only in case or composition, whatever the locale of the database.
-- Upper first: it brings letters together that have several lower forms, as the two small sigmas.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    create function fold_case(value text) returns text language sql immutable strict parallel safe
      return lower(upper(normalize(value, nfc) collate pg_c_utf8) collate pg_c_utf8);
  else
    create function fold_case(value text) returns text language sql immutable strict parallel safe
      return translate(lower(upper(normalize(value, nfc) collate "und-x-icu") collate "und-x-icu"), 'ς', 'σ');
  end if;
end $$;

alter table members
  add column id bigint generated always as identity unique,
  add column role_rank smallint not null generated always as
    (array_position(array['owner', 'admin', 'editor', 'viewer', 'guest'], role)) stored,
  -- Joined, pending, expired; in each from owner to guest. Ties are broken by email.
  add column default_rank smallint not null generated always as
    (10 * array_position(array['joined', 'pending', 'expired'], status)
      + array_position(array['owner', 'admin', 'editor', 'viewer', 'guest'], role)) stored,
  add column sort_name text collate "C" not null generated always as
    (fold_case(coalesce(nullif(full_name, ''), email))) stored,
  -- Room for a new version of a row beside the old one: when only last_seen changed, no index is touched.
  set (fillfactor = 85);

-- Ties are broken upwards in both directions, so one index cannot be walked both ways.
create index members_default on members (workspace_id, default_rank, email collate "C");
create index members_name_up on members (workspace_id, sort_name, default_rank, email collate "C");
create index members_name_down on members (workspace_id, sort_name desc, default_rank, email collate "C");
create index members_role_up on members (workspace_id, role_rank, default_rank, email collate "C");
create index members_role_down on members (workspace_id, role_rank desc, default_rank, email collate "C");
create index members_credits_up on members
  (workspace_id, (credits_used::float8), default_rank, email collate "C");
create index members_credits_down on members
  (workspace_id, (credits_used::float8) desc, default_rank, email collate "C");
create index members_apps_up on members
  (workspace_id, (apps_owned::float8 + apps_shared), default_rank, email collate "C");
create index members_apps_down on members
  (workspace_id, (apps_owned::float8 + apps_shared) desc, default_rank, email collate "C");
create index members_agents_up on members
  (workspace_id, (agents_owned::float8 + agents_shared), default_rank, email collate "C");
create index members_agents_down on members
  (workspace_id, (agents_owned::float8 + agents_shared) desc, default_rank, email collate "C");
create index members_active_up on members
  (workspace_id, last_active, default_rank, email collate "C");
create index members_active_down on members
  (workspace_id, last_active desc nulls last, default_rank, email collate "C");

-- Finds the guests of the staff, who are not listed.
create index members_guests on members (workspace_id, split_part(email, '@', 2))
  where role = 'guest' and status = 'joined' and access_state = 'active';

-- The epoch rises with every change of the members of a workspace.
create table member_lists (
  workspace_id text primary key references workspaces on delete cascade,
  epoch        bigint not null default 1
) with (fillfactor = 50);

-- How many there are of each rank. Changed only after the row of member_lists, which keeps writers in order.
create table member_numbers (
  workspace_id text not null references workspaces on delete cascade,
  default_rank smallint not null,
  number       integer not null,
  primary key (workspace_id, default_rank)
) with (fillfactor = 50);

-- When, and at which epoch, members.credits_used, last_active and last_seen were last brought up to date.
create table member_copies (
  workspace_id text primary key references workspaces on delete cascade,
  epoch        bigint not null,
  renewed_at   timestamptz not null
) with (fillfactor = 50);

-- What is searched, apart from members so that their activity does not touch its index.
create table member_search (
  member_id    bigint primary key,
  workspace_id text not null,
  search_text  text collate "C" not null
);

-- The fields with U+001F between them, which none of them holds.
create function member_search_text(email text, full_name text, role text, status text) returns text
language sql immutable parallel safe
return fold_case(concat_ws(U&'\001F', translate(email, U&'\001F', U&'\FFFD'),
                           translate(full_name, U&'\001F', U&'\FFFD'), role, status));

-- All pieces of three letters; of letters beyond ASCII also of two and one, since their scripts have short
-- words. The cost says that it is for the index, not for row after row.
create function member_search_pieces(search_text text) returns tsvector
language sql immutable parallel safe cost 10000
return array_to_tsvector(
  array(select substr(search_text, n, 3) from generate_series(1, length(search_text) - 2) as n)
  || case when octet_length(search_text) > length(search_text) then
       array(select substr(search_text, n, 1) from generate_series(1, length(search_text)) as n
              where octet_length(substr(search_text, n, 1)) > 1)
       || array(select substr(search_text, n, 2) from generate_series(1, length(search_text) - 1) as n
                 where octet_length(substr(search_text, n, 1)) > 1
                   and octet_length(substr(search_text, n + 1, 1)) > 1)
     end);

insert into member_lists (workspace_id) select id from workspaces;
insert into member_numbers (workspace_id, default_rank, number)
  select workspace_id, default_rank, count(*) from members group by workspace_id, default_rank;
insert into member_search (member_id, workspace_id, search_text)
  select id, workspace_id, member_search_text(email, full_name, role, status) from members;

create index member_search_of_workspace on member_search (workspace_id);
-- Little is kept aside for later: a search goes through what waits there, once for each term.
create index member_search_by_piece on member_search
  using gin (member_search_pieces(search_text)) with (gin_pending_list_limit = 256);

create function note_members_added() returns trigger language plpgsql as $$
begin
  insert into member_lists as l (workspace_id) select distinct workspace_id from added order by workspace_id
    on conflict (workspace_id) do update set epoch = l.epoch + 1;
  insert into member_numbers as n (workspace_id, default_rank, number)
    select workspace_id, default_rank, count(*) from added group by 1, 2 order by 1, 2
    on conflict (workspace_id, default_rank) do update set number = n.number + excluded.number;
  insert into member_search (member_id, workspace_id, search_text)
    select id, workspace_id, member_search_text(email, full_name, role, status) from added;
  -- Who comes back has the activity of before.
  update member_activity a set changed = true from added
   where a.workspace_id = added.workspace_id and a.user_id = added.user_id;
  return null;
end $$;
create trigger members_added after insert on members referencing new table as added
  for each statement execute function note_members_added();

create function note_members_removed() returns trigger language plpgsql as $$
begin
  perform from member_lists where workspace_id in (select workspace_id from removed)
    order by workspace_id for update;
  update member_lists set epoch = epoch + 1 where workspace_id in (select workspace_id from removed);
  update member_numbers n set number = n.number - gone.number
    from (select workspace_id, default_rank, count(*) as number from removed group by 1, 2) as gone
   where (n.workspace_id, n.default_rank) = (gone.workspace_id, gone.default_rank);
  delete from member_search where member_id in (select id from removed);
  return null;
end $$;
create trigger members_removed after delete on members referencing old table as removed
  for each statement execute function note_members_removed();

-- What the list shows as a copy (credits, times) and what is counted elsewhere does not make another list.
create function note_members_changed() returns trigger language plpgsql as $$
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
      from (select workspace_id, default_rank, 1 as one from added
            union all select workspace_id, default_rank, -1 from removed) as moves
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
create trigger members_changed after update on members
  referencing new table as added old table as removed
  for each statement execute function note_members_changed();

-- How many apps and agents someone owns or shares follows from apps and collaborators, whoever changes them.
create function add_to_member_counts(
  workspace_ids text[], user_ids text[], kinds text[], owned integer[], shared integer[]
) returns void language sql
begin atomic
  update members m
     set apps_owned = greatest(0, m.apps_owned + d.apps_owned),
         apps_shared = greatest(0, m.apps_shared + d.apps_shared),
         agents_owned = greatest(0, m.agents_owned + d.agents_owned),
         agents_shared = greatest(0, m.agents_shared + d.agents_shared)
    from (select workspace_id, user_id,
                 coalesce(sum(o) filter (where kind = 'app'), 0) as apps_owned,
                 coalesce(sum(s) filter (where kind = 'app'), 0) as apps_shared,
                 coalesce(sum(o) filter (where kind = 'agent'), 0) as agents_owned,
                 coalesce(sum(s) filter (where kind = 'agent'), 0) as agents_shared
            from unnest(workspace_ids, user_ids, kinds, owned, shared) as given(workspace_id, user_id, kind, o, s)
           group by 1, 2) as d
   where m.workspace_id = d.workspace_id and m.user_id = d.user_id
     and (d.apps_owned, d.apps_shared, d.agents_owned, d.agents_shared) <> (0, 0, 0, 0);
end;

create function count_apps_added() returns trigger language plpgsql as $$
begin
  perform add_to_member_counts(array_agg(workspace_id), array_agg(owner_id), array_agg(kind), array_agg(1),
                               array_agg(0))
     from added where deleted_at is null;
  return null;
end $$;
create trigger apps_added after insert on apps referencing new table as added
  for each statement execute function count_apps_added();

-- Deleted, or passed to another owner. Who owns an app does not share it.
create function count_apps_changed() returns trigger language plpgsql as $$
begin
  perform add_to_member_counts(array_agg(workspace_id), array_agg(user_id), array_agg(kind), array_agg(owned),
                               array_agg(shared))
     from (with turned as (
             select a.id, a.workspace_id, a.owner_id, a.kind, 1 as one
               from added a join removed r using (id)
              where a.deleted_at is null and (r.deleted_at is not null or a.owner_id <> r.owner_id)
             union all
             select r.id, r.workspace_id, r.owner_id, r.kind, -1
               from added a join removed r using (id)
              where r.deleted_at is null and (a.deleted_at is not null or a.owner_id <> r.owner_id))
           select workspace_id, owner_id as user_id, kind, one as owned, 0 as shared from turned
           union all
           select t.workspace_id, c.user_id, t.kind, 0, t.one
             from turned t join collaborators c on c.app_id = t.id and c.user_id <> t.owner_id) as changes
   having count(*) > 0;
  return null;
end $$;
create trigger apps_changed after update on apps referencing new table as added old table as removed
  for each statement execute function count_apps_changed();

create function count_collaborators() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_member_counts(array_agg(a.workspace_id), array_agg(c.user_id), array_agg(a.kind),
                                 array_agg(0), array_agg(1))
       from turned c join apps a on a.id = c.app_id and a.owner_id <> c.user_id and a.deleted_at is null;
  else
    perform add_to_member_counts(array_agg(a.workspace_id), array_agg(c.user_id), array_agg(a.kind),
                                 array_agg(0), array_agg(-1))
       from turned c join apps a on a.id = c.app_id and a.owner_id <> c.user_id and a.deleted_at is null;
  end if;
  return null;
end $$;
create trigger collaborators_added after insert on collaborators referencing new table as turned
  for each statement execute function count_collaborators();
create trigger collaborators_removed after delete on collaborators referencing old table as turned
  for each statement execute function count_collaborators();

-- Until now nothing kept these numbers; what an archive brought may say more than is here.
update members m
   set apps_owned = greatest(m.apps_owned, c.apps_owned),
       apps_shared = greatest(m.apps_shared, c.apps_shared),
       agents_owned = greatest(m.agents_owned, c.agents_owned),
       agents_shared = greatest(m.agents_shared, c.agents_shared)
  from (select workspace_id, user_id,
               count(*) filter (where kind = 'app' and is_owner) as apps_owned,
               count(*) filter (where kind = 'app' and not is_owner) as apps_shared,
               count(*) filter (where kind = 'agent' and is_owner) as agents_owned,
               count(*) filter (where kind = 'agent' and not is_owner) as agents_shared
          from (select workspace_id, owner_id as user_id, kind, true as is_owner from apps where deleted_at is null
                union all
                select a.workspace_id, c.user_id, a.kind, false
                  from collaborators c join apps a on a.id = c.app_id
                 where a.deleted_at is null and a.owner_id <> c.user_id) as all_of
         group by workspace_id, user_id) as c
 where m.workspace_id = c.workspace_id and m.user_id = c.user_id;
