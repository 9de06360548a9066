-- However a record grows, by $push as by an update. Those that are larger already stay as they are until they change.
alter table records add constraint records_size check (octet_length(data::text) <= 1048576) not valid;
