-- A request of a hundred events fits into a page but for its longest column: what stays in the row is written once, while
-- each 2 kB of what is moved out are a row of their own, with an entry in an index.
alter table analytics_event_batches set (toast_tuple_target = 8160);
