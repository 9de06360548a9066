-- What an attempt was signed with and what the endpoint's headers were, to be shown; null of attempts before this.
alter table webhook_attempts
  add column signatures text,       -- the plain one, then one for each secret; empty when it was not signed
  add column response_headers text; -- pairs of name and value as JSON, the beginning of them

-- The attempts of a webhook by hour, counted while their outcomes are written: charts read a row an hour.
create table webhook_hours (
  webhook_id  text not null references webhooks on delete cascade,
  hour        timestamptz not null,
  succeeded   integer not null,
  retried     integer not null,
  failed      integer not null,
  duration_ms bigint not null, -- of all together
  slowest_ms  integer not null,
  primary key (webhook_id, hour)
) with (fillfactor = 50); -- counted up many times within the hour, in no index, so updates stay in the page
create index webhook_hours_old on webhook_hours (hour);
