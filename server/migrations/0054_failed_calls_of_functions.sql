-- Failed calls are listed for one function, newest first; between two purges it may have any number that went well.
create index function_invocations_failed_of on function_invocations (app_id, function_name, started_at desc, id desc)
  where error_code is not null or status >= 500;
