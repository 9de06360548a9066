-- Apps whose records came by an archive and were never written to since had none by this table.
insert into record_usage (app_id, workspace_id, records, bytes)
select r.app_id, a.workspace_id, count(*), sum(r.bytes)
  from records r join apps a on a.id = r.app_id
 group by r.app_id, a.workspace_id
on conflict (app_id) do nothing;
