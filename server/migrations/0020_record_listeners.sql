-- Whether no webhook wants to know of changes of an entity's records. A function with a plan of its own: as a part of
-- the statement that changes the record, it would be planned anew each time and cost as much as the change.
create function record_is_unheard(app text, entity text) returns boolean language plpgsql stable as $$
begin
  return not exists (
    select from webhooks w
     where w.app_id = app and w.source = 'app' and w.deleted_at is null and w.disabled_at is null
       and (w.entity_names is null or entity = any(w.entity_names)));
end
$$;
