-- A record has room beyond the 1 MiB that one caller may fill, so that what a caller may not read never decides on a write.
alter table records drop constraint records_size;
alter table records add constraint records_size check (bytes <= 8388608) not valid;
