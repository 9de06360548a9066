-- What a record takes as JSON text, counted once when it is written: lists end by it, quotas add it up.
alter table records drop constraint records_size;
alter table records add column bytes integer not null generated always as (octet_length(data::text)) stored;
alter table records add constraint records_size check (bytes <= 1048576) not valid;
