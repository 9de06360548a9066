-- Runs that somebody explains at this moment: one at a time over all servers. A dead one's turn ends by itself.
create table workflow_run_analyses (
  run_id      text primary key references workflow_runs on delete cascade,
  holder      text not null,
  held_until  timestamptz not null
);
