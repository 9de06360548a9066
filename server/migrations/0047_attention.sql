-- What needs somebody: what no row said so far, and what people put away.

-- The first of the failures in a row that `consecutive_failures` counts.
alter table webhooks add column failing_since timestamptz;
update webhooks set failing_since = (last_error->>'attempted_at')::timestamptz where consecutive_failures > 0;

-- The critical findings of the result, each with the scan that found it first: results are long, and this is short.
alter table security_scans add column critical_findings jsonb not null default '[]';

-- A result is kept as it was written, with characters that no other type can hold, such as \u0000: here they are replaced.
create function critical_findings_of(result json, before jsonb, at timestamptz) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'fingerprint', f.fingerprint, 'title', f.title,
           'since', coalesce((select b->'since' from jsonb_array_elements(before) b
                               where b->>'fingerprint' = f.fingerprint limit 1), to_jsonb(at)))), '[]')
    from (select distinct on (e->>'fingerprint') e->>'fingerprint' as fingerprint, left(e->>'title', 500) as title
            from json_each(regexp_replace(result::text, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\ufffd', 'g')::json) g,
                 json_array_elements(case when json_typeof(g.value) = 'array' then g.value else '[]' end) e
           where json_typeof(e) = 'object' and e->>'severity' = 'critical' and e->>'fingerprint' is not null
           order by e->>'fingerprint' limit 50) f
$$;

create function note_critical_findings() returns trigger language plpgsql as $$
begin
  new.critical_findings := case when new.result is null then '[]'::jsonb else
    critical_findings_of(new.result, case when tg_op = 'UPDATE' then old.critical_findings else '[]'::jsonb end,
                         coalesce(new.completed_at, new.requested_at)) end;
  return new;
end $$;
create trigger note_critical_findings before insert or update of result on security_scans
  for each row execute function note_critical_findings();
update security_scans set result = result where result is not null;

-- What a person does not want to see now. Whatever needs them is derived; only this is stored.
create table attention_states (
  workspace_id  text not null references workspaces on delete cascade,
  user_id       text not null references users on delete cascade,
  item_id       text not null,
  -- Null: dismissed.
  snoozed_until timestamptz,
  created_date  timestamptz not null,
  primary key (workspace_id, user_id, item_id)
);
create index attention_states_of_user on attention_states (user_id);
create index attention_states_by_time on attention_states (workspace_id, user_id, created_date);
create index attention_states_old on attention_states (created_date);

create table attention_settings (
  workspace_id   text not null references workspaces on delete cascade,
  user_id        text not null references users on delete cascade,
  mail           boolean not null,
  least_severity text not null check (least_severity in ('critical', 'warning', 'info')),
  -- The open items when they were last looked at for an email: what is not among them is new.
  known_ids      text[] not null default '{}',
  mailed_at      timestamptz,
  -- When to look again.
  next_look_at   timestamptz not null,
  primary key (workspace_id, user_id)
);
create index attention_settings_due on attention_settings (next_look_at) where mail;
create index attention_settings_of_user on attention_settings (user_id);
