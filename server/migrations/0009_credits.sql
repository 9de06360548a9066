-- What members use up. A month is a calendar month in UTC, named by its first day.

-- The ledger. Rows are only ever added; a table a month, so that an old month goes at once. No foreign keys: to drop a
-- month, PostgreSQL would lock the tables they name.
create table credit_uses (
  id           text not null,
  workspace_id text not null,
  user_id      text not null,
  app_id       text,
  kind         text not null check (kind in ('agent_message', 'generation', 'analysis')),
  amount       numeric not null check (amount > 0),
  created_date timestamptz not null,
  primary key (workspace_id, created_date, id)
) partition by range (created_date);
create table credit_uses_rest partition of credit_uses default;
create index credit_uses_by_user on credit_uses (workspace_id, user_id, created_date, id);
create index credit_uses_by_app on credit_uses (workspace_id, app_id, created_date, id);
create index credit_uses_by_kind on credit_uses (workspace_id, kind, created_date, id);
do $$
declare month timestamp := date_trunc('month', now() at time zone 'UTC');
begin
  for ahead in 0..2 loop
    execute format('create table %I partition of credit_uses for values from (%L) to (%L)',
      'credit_uses_' || to_char(month, 'YYYYMM'), month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    month := month + interval '1 month';
  end loop;
end $$;

-- What is promised to uses that have begun; each counts as used until it is spent, released or too old.
create table credit_holds (
  key          text primary key,
  workspace_id text not null references workspaces on delete cascade,
  user_id      text not null,
  amount       numeric not null check (amount > 0),
  until        timestamptz not null
);
create index credit_holds_of_workspace on credit_holds (workspace_id, user_id);
create index credit_holds_old on credit_holds (until);

-- The live values behind the list of members, which shows a copy. `month` says which month `credits_used` is of, and
-- is null when that is 0. The copy is behind where `changed or month < <this month>`; it then takes
-- `case when month >= <this month> then credits_used else 0 end`, and here `changed` becomes false; a row of an older
-- month becomes `month = null, credits_used = 0`, one of a later month (written by a clock that is ahead) stays. Rows
-- are written one at a time or in the order of the key; whoever takes many should take them `for update skip locked`.
create table member_activity (
  workspace_id text not null references workspaces on delete cascade,
  user_id      text not null references users on delete cascade,
  month        date,
  credits_used numeric not null default 0 check (credits_used >= 0),
  last_active  timestamptz,
  last_seen    timestamptz,
  changed      boolean not null default true,
  primary key (workspace_id, user_id),
  check ((month is null) = (credits_used = 0))
) with (fillfactor = 70);
create index member_activity_changed on member_activity (workspace_id, user_id) where changed;
create index member_activity_by_month on member_activity (workspace_id, month) where month is not null;
create index member_activity_of_user on member_activity (user_id);

-- What a workspace used in a month, all its people together.
create table workspace_credits (
  workspace_id text primary key references workspaces on delete cascade,
  month        date not null,
  credits_used numeric not null check (credits_used >= 0)
) with (fillfactor = 50);

insert into member_activity (workspace_id, user_id, month, credits_used, last_active, last_seen, changed)
select workspace_id, user_id, case when credits_used > 0 then date_trunc('month', now() at time zone 'UTC')::date end,
       credits_used, last_active, last_seen, false
  from members
 where user_id is not null and (credits_used > 0 or last_active is not null or last_seen is not null);

insert into workspace_credits (workspace_id, month, credits_used)
select workspace_id, month, sum(credits_used) from member_activity where month is not null group by workspace_id, month;
