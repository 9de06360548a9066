-- Batches as they are written from now on: of the times the first is whole, and the others say how far they are from it;
-- a user or session that all events have in common stands there once; the properties are one array. Those that were written
-- before are read too: their times are all whole, and their properties parted as the other columns are.
create or replace function analytics_events_of(batch analytics_event_batches)
returns table (app_id text, occurred_at timestamptz, seq bigint, event_name text, user_id text, session_id text,
               page_url text, event_id text, properties jsonb)
language sql stable as $$
  select (batch).app_id,
         to_timestamp((case when e.ms < 1e11 then e.ms + split_part((batch).times, e'\x1f', 1)::float8 else e.ms end) / 1000),
         (batch).seq * 512 + e.place - 1, e.event_name,
         case when strpos((batch).users, e'\x1f') = 0 then nullif((batch).users, '') else e.user_id end,
         case when strpos((batch).sessions, e'\x1f') = 0 then nullif((batch).sessions, '') else e.session_id end,
         e.page_url, e.event_id, e.properties
    from unnest(string_to_array((batch).times, e'\x1f')::float8[], string_to_array((batch).names, e'\x1f'),
                string_to_array((batch).users, e'\x1f', ''), string_to_array((batch).sessions, e'\x1f', ''),
                string_to_array((batch).pages, e'\x1f', ''), string_to_array((batch).event_ids, e'\x1f', ''),
                case when (batch).properties like '[%'
                     then array(select jsonb_array_elements((batch).properties::jsonb))
                     else string_to_array((batch).properties, e'\x1f')::jsonb[] end)
         with ordinality as e (ms, event_name, user_id, session_id, page_url, event_id, properties, place)
$$;
