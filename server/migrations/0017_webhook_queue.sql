-- What waits gets a table of its own. A delivery that arrives leaves it and changes nothing else: of `deliveries`
-- only those are written again that end badly.
lock table deliveries in access exclusive mode; -- nothing may be added between the copy and the end

create table webhook_queue (
  seq          bigint primary key, -- of the delivery
  webhook_id   text not null references webhooks on delete cascade,
  delivery_id  text not null,
  event_id     text not null,
  lane         smallint not null,
  epoch        integer not null,
  attempt      integer not null default 0, -- made so far
  next_at      timestamptz not null,
  created_date timestamptz not null
-- Often empty, and long a moment later: a table that shrank to nothing would get plans that read all of it.
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, vacuum_truncate = off);

insert into webhook_queue (seq, webhook_id, delivery_id, event_id, lane, epoch, attempt, next_at, created_date)
select seq, webhook_id, id, event_id, lane, epoch, attempt, next_at, created_date
  from deliveries where status = 'pending' order by seq;
create index webhook_queue_due on webhook_queue (webhook_id, lane, epoch, next_at, seq);

-- From here on `status` says how a delivery ended, and counts only once it is not in the queue any more.
drop index deliveries_due;
alter table deliveries drop constraint deliveries_check, drop constraint deliveries_status_check;
update deliveries set status = 'succeeded' where status = 'pending';
alter table deliveries
  alter column status set default 'succeeded',
  add constraint deliveries_status_check check (status in ('succeeded', 'failed', 'canceled')),
  drop column lane,
  drop column attempt,
  drop column next_at;
alter table deliveries reset (fillfactor, autovacuum_vacuum_scale_factor);
