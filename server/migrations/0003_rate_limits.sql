-- Counters shared by all nodes; the shape is that of the rate-limit library.
create unlogged table rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expire on rate_limits (expire);
