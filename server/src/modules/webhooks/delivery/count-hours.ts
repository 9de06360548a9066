/**
 * SQL that adds attempts to the counts of their hours; `attempts` selects them with webhook_id, started_at, duration_ms,
 * ok and retry_seconds. A batch has few hours, so this is a row or two for each webhook in it.
 */
export const countHours = (attempts: string) => `
  insert into webhook_hours as h (webhook_id, hour, succeeded, retried, failed, duration_ms, slowest_ms)
  select webhook_id, date_trunc('hour', started_at, 'UTC'), count(*) filter (where ok),
         count(*) filter (where not ok and retry_seconds is not null),
         count(*) filter (where not ok and retry_seconds is null), sum(duration_ms), max(duration_ms)
    from (${attempts}) a
   group by 1, 2 order by 1, 2
  on conflict (webhook_id, hour) do update
    set succeeded = h.succeeded + excluded.succeeded, retried = h.retried + excluded.retried,
        failed = h.failed + excluded.failed, duration_ms = h.duration_ms + excluded.duration_ms,
        slowest_ms = greatest(h.slowest_ms, excluded.slowest_ms)`
