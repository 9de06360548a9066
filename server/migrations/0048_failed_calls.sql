-- Overviews count failed calls of all functions of an app, which are few among all calls.
create index function_invocations_failed on function_invocations (app_id, started_at) where status >= 500;
