-- What calls of the language model cost, so that a day can have a limit and old calls an end.
alter table model_usage add column cost_micros bigint not null default 0;
create index model_usage_of_day on model_usage (workspace_id, created_date)
  include (input_tokens, output_tokens, cost_micros);
drop index model_usage_by_date;
create index model_usage_old on model_usage using brin (created_date);
